package wirebed.codec;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Map;
import wirebed.codec.bytes.ReusedBytes;
import wirebed.codec.json.JacksonNames;
import wirebed.codec.json.JsonNames;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/** Plain JSON with Jackson's defaults, except where the mapping table differs (proto/README.md). */
final class JsonJackson implements Codec {
  static final Settings SETTINGS =
      Settings.NONE
          .option("annotationIntrospector", "JacksonNames", JsonNames.WHY)
          .option(
              "visibility",
              "fields ANY, creators PUBLIC_ONLY, all else NONE",
              "The names are those of fields. A getter gives other ones: getABC() is `abc`.")
          .option(
              "SerializationFeature.FAIL_ON_EMPTY_BEANS",
              false,
              "A message without fields is `{}`, as in every other language.")
          .option(
              "SerializationFeature.WRITE_DATES_AS_TIMESTAMPS",
              false,
              "The mapping table has dates in ISO 8601.")
          .option(
              "DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES",
              false,
              "Readers skip fields that they do not know, so that schemas can change.")
          .option(
              "DeserializationFeature.FAIL_ON_TRAILING_TOKENS",
              true,
              "Other readers refuse what follows the value.")
          .option(
              "configOverride(BigDecimal).format",
              "STRING",
              "The mapping table has decimals as texts, which keep their digits in every reader.");

  private final ObjectMapper mapper;

  JsonJackson(Tree tree) {
    mapper =
        JsonMapper.builder()
            .annotationIntrospector(new JacksonNames(tree.schema()))
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

  @Override
  public String kept() {
    return "the mapper is kept, and what it pools for its thread: buffers; new is the array";
  }

  @Override
  public ReusingCodec reusing(MessageType type, Map<String, String> options) {
    return new Reusing(mapper.writerFor(type.plainClass()), mapper.readerFor(type.plainClass()));
  }

  private static final class Reusing implements ReusingCodec {
    private final ObjectWriter writer;
    private final ObjectReader reader;
    private final ReusedBytes bytes = new ReusedBytes();

    Reusing(ObjectWriter writer, ObjectReader reader) {
      this.writer = writer;
      this.reader = reader;
    }

    @Override
    public String kept() {
      return "the class's ObjectWriter and ObjectReader, pooled buffers and the array are kept";
    }

    @Override
    public ByteBuffer encode(Object value) throws IOException {
      bytes.reset();
      writer.writeValue(bytes, value);
      return bytes.written();
    }

    @Override
    public Object decode(byte[] wire) throws IOException {
      return reader.readValue(wire);
    }
  }
}
