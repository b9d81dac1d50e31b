package wirebed.echo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
  @Test
  void theDefaultsAreThoseOfTheContract() {
    Settings settings = Interop.settings();
    assertEquals(new Settings("127.0.0.1", 0, Interop.transports(), 16_777_216, 60), settings);
  }

  @Test
  void everyOptionIsRead() {
    String line = "--bind 0.0.0.0 --port 12000 --transports http,rmi --max-message 9 --idle 0.5";
    assertEquals(
        new Settings("0.0.0.0", 12_000, List.of("http", "rmi"), 9, 0.5),
        Interop.settings(line.split(" ")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--port",
        "--port x",
        "--port 65536",
        "--transports smoke",
        "--idle 0",
        "--color red"
      })
  void wrongOptionsAreReported(String line) {
    assertThrows(IllegalArgumentException.class, () -> Interop.settings(line.split(" ")));
  }
}
