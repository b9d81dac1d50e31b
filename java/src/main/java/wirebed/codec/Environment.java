package wirebed.codec;

import java.util.Locale;
import java.util.TimeZone;

/** The settings of codecs whose bytes depend on the JVM's zone or its locale. */
public final class Environment {
  private Environment() {}

  /** Of a library that writes a Date in words. */
  public static Settings ofDatesInWords() {
    String why = "A Date is a text that depends on it.";
    return zone(why).and(locale(why));
  }

  static Settings zone(String why) {
    return Settings.NONE.environment("user.timezone", TimeZone.getDefault().getID(), why);
  }

  private static Settings locale(String why) {
    Locale locale = Locale.getDefault(Locale.Category.FORMAT);
    // The JDK's own default since version 9 (java.util.spi.LocaleServiceProvider).
    String providers = System.getProperty("java.locale.providers", "CLDR,COMPAT");
    return Settings.NONE
        .environment("locale of formats", locale.toLanguageTag(), why)
        .environment("java.locale.providers", providers, why);
  }
}
