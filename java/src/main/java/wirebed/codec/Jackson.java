package wirebed.codec;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.math.BigDecimal;
import java.util.Map;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/** Plain JSON with Jackson's defaults, but for what the mapping table says (proto/README.md). */
final class Jackson implements Codec {
  private final ObjectMapper mapper;

  Jackson(Tree tree) {
    mapper =
        JsonMapper.builder()
            .annotationIntrospector(new PlainNames(tree.schema()))
            .visibility(PropertyAccessor.ALL, Visibility.NONE)
            .visibility(PropertyAccessor.FIELD, Visibility.ANY)
            .visibility(PropertyAccessor.CREATOR, Visibility.PUBLIC_ONLY)
            .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .withConfigOverride(
                BigDecimal.class,
                decimal -> decimal.setFormat(JsonFormat.Value.forShape(JsonFormat.Shape.STRING)))
            .build();
  }

  @Override
  public byte[] encode(Object value, MessageType type, Map<String, String> options)
      throws Exception {
    return mapper.writeValueAsBytes(value);
  }

  @Override
  public Object decode(byte[] wire, MessageType type, Map<String, String> options)
      throws Exception {
    return mapper.readValue(wire, type.plainClass());
  }
}
