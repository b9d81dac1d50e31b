package wirebed.codec.jaxb;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class XmlNamesTest {
  @Test
  void namesAreThoseOfJsonAsFarAsXmlSpellsThem() {
    assertEquals("with_space-and-dash", XmlNames.spelled("with space-and-dash"));
    assertEquals("_1st", XmlNames.spelled("1st"));
    assertEquals("__", XmlNames.spelled("@\u00e9"));
    assertEquals("_", XmlNames.spelled(""));
  }
}
