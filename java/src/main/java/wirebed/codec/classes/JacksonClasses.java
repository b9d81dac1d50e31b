package wirebed.codec.classes;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import wirebed.tree.Tree;

/**
 * json with Jackson's defaults on classes that were written by hand: public fields and getters, and
 * no unknown properties.
 */
final class JacksonClasses implements ClassCodec {
  private final ObjectMapper mapper;

  JacksonClasses(Tree tree) {
    mapper = JsonMapper.builder().typeFactory(new JacksonTypes(tree.loader())).build();
  }

  @Override
  public byte[] encode(Object value) throws IOException {
    return mapper.writeValueAsBytes(value);
  }

  @Override
  public Object decode(byte[] wire, Class<?> type) throws IOException {
    return mapper.readValue(wire, type);
  }
}
