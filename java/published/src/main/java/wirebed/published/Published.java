package wirebed.published;

import java.util.Locale;
import java.util.TimeZone;

/**
 * Runs the program of one article with one system and one setting of its switches: {@code
 * target_object java strings=distinct}. The JVM is started for it, so it is cold.
 *
 * <p>An error ends it with a stack trace and exit code 1.
 */
public final class Published {
  private Published() {}

  public static void main(String[] words) throws Exception {
    Switches switches = new Switches(words);
    environment(switches);
    Program program = program(words[0], words[1], switches);
    switches.finish();
    program.run(new Lines(System.out, program.seed(), words[0], words[1], switches));
  }

  /** Sets what the text of a date depends on, before anything has asked for it. */
  private static void environment(Switches switches) {
    System.setProperty("java.locale.providers", switches.word("locale_data", "COMPAT", "CLDR"));
    Locale.setDefault(Locale.forLanguageTag(switches.text("locale", "en-US")));
    TimeZone.setDefault(TimeZone.getTimeZone(switches.text("zone", "America/New_York")));
  }

  private static Program program(String name, String system, Switches switches) {
    switch (name) {
      case "target_object":
        return new TargetObjects(system, switches);
      case "stock":
        return new Stocks(system, switches);
      case "testobject":
        return RoundTrips.ofTestobject(system, switches);
      case "account":
        return RoundTrips.ofAccount(system, switches);
      case "contacts":
        return new ContactSets(system, switches);
      default:
        throw new IllegalArgumentException("there is no program " + name);
    }
  }
}
