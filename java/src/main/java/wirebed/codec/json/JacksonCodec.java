package wirebed.codec.json;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import wirebed.codec.About;
import wirebed.codec.Codec;
import wirebed.codec.ReusingCodec;
import wirebed.codec.Version;
import wirebed.codec.bytes.ReusedBytes;
import wirebed.tree.MessageType;

/** Plain JSON with the first calls of Jackson's manual, by the mapper of each codec. */
public abstract class JacksonCodec implements Codec {
  private final ObjectMapper mapper;

  protected JacksonCodec(ObjectMapper mapper) {
    this.mapper = mapper;
  }

  /** The codec of a mapper that is an ObjectMapper. */
  public static JacksonCodec of(Object mapper) {
    return new JacksonCodec((ObjectMapper) mapper) {};
  }

  /** Says what all codecs of Jackson have in common. */
  public static About about(String library) {
    String mapper = "com.fasterxml.jackson.databind.ObjectMapper";
    About about = About.of("json", library, Version.ofJar("jackson-databind", mapper));
    return JacksonErrors.of(about)
        // In the order of Class.getDeclaredMethods, of which the JDK says that it is none.
        .varyingIn(" \\(\\d+ known properties: [^\\]]*\\]?\\)?");
  }

  /** The mapper without changes, to compare its options with those that the codec states. */
  public final ObjectMapper mapper() {
    return mapper;
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
