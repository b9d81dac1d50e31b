package wirebed.codec;

import com.fasterxml.jackson.databind.ObjectMapper;
import wirebed.codec.json.JacksonCodec;

/**
 * JSON as Jackson's manual begins ("Databind 1-minute tutorial: POJOs to JSON and back"). Names are
 * those of getters, dates are numbers, and unknown properties are refused.
 */
final class JsonJacksonDefault extends JacksonCodec {
  static final About ABOUT = about("jackson-default");

  JsonJacksonDefault() {
    super(new ObjectMapper());
  }
}
