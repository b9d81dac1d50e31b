package wirebed.codec.json;

import wirebed.codec.About;

/** The packages of Jackson 3 and the error that it documents, from which all others are derived. */
final class JacksonErrors {
  private JacksonErrors() {}

  static About of(About about) {
    return about
        .libraryPackages("tools.jackson.", "com.fasterxml.jackson.")
        .typedError(
            "tools.jackson.core.JacksonException",
            "ObjectMapper.readValue(byte[], Class), throws JacksonException");
  }
}
