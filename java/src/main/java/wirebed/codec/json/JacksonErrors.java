package wirebed.codec.json;

import wirebed.codec.About;

/** The packages of Jackson 2 and the errors that it documents. */
final class JacksonErrors {
  private JacksonErrors() {}

  static About of(About about) {
    return about
        .libraryPackages("com.fasterxml.jackson.")
        .typedError(
            "com.fasterxml.jackson.core.exc.StreamReadException",
            "ObjectMapper.readValue(byte[], Class), throws StreamReadException")
        .typedError(
            "com.fasterxml.jackson.databind.DatabindException",
            "ObjectMapper.readValue(byte[], Class), throws DatabindException")
        .typedError(
            "com.fasterxml.jackson.core.JsonProcessingException",
            "ObjectMapper.writeValueAsBytes(Object), throws JsonProcessingException")
        .typedError(
            "java.io.IOException",
            "ObjectMapper.readValue(byte[], Class), throws IOException; readValue(File, Class):"
                + " \"unexpected end-of-input\"");
  }
}
