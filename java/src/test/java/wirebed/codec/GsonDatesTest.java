package wirebed.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import wirebed.protocol.Setting;

/** The dates of {@code new Gson()} depend on zone and locale, in JVMs of their own. */
class GsonDatesTest {
  private static final String NEW_YORK = "America/New_York";
  private static final String COMPAT = "\"Feb 1, 1975 10:35:52 AM\"";

  private static List<String> run(String providers, String zone, String... texts)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.locale.providers=" + providers,
                "-Duser.language=en",
                "-Duser.country=US",
                "-Duser.timezone=" + zone,
                "-Dfile.encoding=UTF-8",
                "-cp",
                System.getProperty("java.class.path"),
                GsonDates.class.getName()));
    command.addAll(List.of(texts));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    byte[] out = process.getInputStream().readAllBytes();
    assertEquals(0, process.waitFor());
    return new String(out, StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void theLocaleProviderDecidesTheWordsAndOneReadsThoseOfTheOther() throws Exception {
    assumeTrue(Runtime.version().feature() < 23, "JDK 23 has no COMPAT (JEP 252, JDK-8174269)");
    String cldr = run("CLDR", NEW_YORK).get(0);
    assertEquals(COMPAT, run("COMPAT", NEW_YORK).get(0));
    assertTrue(cldr.startsWith("\"Feb 1, 1975, 10:35:52"), cldr);
    assertEquals(List.of("0"), run("CLDR", NEW_YORK, COMPAT).subList(1, 2));
    assertEquals(List.of("rejected"), run("COMPAT", NEW_YORK, cldr).subList(1, 2));
  }

  @Test
  void theZoneDecidesTheMomentThatIsRead() throws Exception {
    assertNotEquals(run("CLDR", "UTC").get(0), run("CLDR", NEW_YORK).get(0));
    assertEquals(Long.toString(-5 * 3600 * 1000L), run("CLDR", "UTC", COMPAT).get(1));
  }

  @Test
  void theCodecStatesBoth() {
    assertEquals(
        List.of("user.timezone", "locale of formats", "java.locale.providers"),
        JsonGson.SETTINGS.all().stream()
            .filter(one -> one.getRole() == Setting.Role.ENVIRONMENT)
            .map(Setting::getName)
            .collect(Collectors.toList()));
  }
}
