package wirebed.codec;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.TypeAdapter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import wirebed.codec.bytes.Utf8;
import wirebed.codec.json.JsonNames;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/**
 * Plain JSON with Gson's defaults, as {@code new Gson()} has them, and the JSON names of fields
 * that Java cannot spell. Its dates are text in the JVM's time zone, in the English of its locale
 * provider; java/peer.yaml sets both.
 */
public final class JsonGson implements Codec {
  static final Settings SETTINGS =
      Settings.NONE
          .option("fieldNamingStrategy", "the JSON names", JsonNames.WHY)
          .and(Utf8.STRICT)
          .and(Environment.ofDatesInWords());

  public static final About ABOUT =
      About.of("json", "gson", Version.ofJar("gson", "com.google.gson.Gson"))
          .libraryPackages("com.google.gson.")
          .typedError(
              "com.google.gson.JsonSyntaxException",
              "Gson.fromJson(String, Class), @throws JsonSyntaxException")
          .typedError(
              "com.google.gson.JsonIOException",
              "Gson.toJson(Object, Appendable), @throws JsonIOException")
          .typedError(
              "com.google.gson.JsonParseException",
              "class JsonParseException: \"If the incoming JSON is bad/malicious, an instance of"
                  + " this exception is raised\"")
          .settings(SETTINGS);

  private final Gson gson;

  JsonGson(Tree tree) {
    this(named(new JsonNames(tree.schema())));
  }

  private JsonGson(Gson gson) {
    this.gson = gson;
  }

  /** The codec of a mapper that is a Gson. */
  public static JsonGson of(Object mapper) {
    return new JsonGson((Gson) mapper);
  }

  private static Gson named(JsonNames names) {
    return new GsonBuilder()
        .setFieldNamingStrategy(
            field -> {
              String name = names.of(field.getDeclaringClass(), field.getName());
              return name == null ? field.getName() : name;
            })
        .create();
  }

  /** The Gson without changes, to compare its options with those that the codec states. */
  Gson gson() {
    return gson;
  }

  @Override
  public byte[] encode(Object value, MessageType type, Map<String, String> options) {
    return Utf8.encode(gson.toJson(value));
  }

  @Override
  public Object decode(byte[] wire, MessageType type, Map<String, String> options)
      throws Exception {
    return gson.fromJson(Utf8.decode(wire), type.plainClass());
  }

  @Override
  public String kept() {
    return "the Gson is kept; new are the text and the array";
  }

  @Override
  public ReusingCodec reusing(MessageType type, Map<String, String> options) {
    return new Reusing(gson.getAdapter(type.plainClass()));
  }

  private record Reusing(TypeAdapter<?> adapter) implements ReusingCodec {
    @Override
    public String kept() {
      return "the class's TypeAdapter is kept; new are the text and the array";
    }

    @Override
    @SuppressWarnings("unchecked") // it is that of the value's own class
    public ByteBuffer encode(Object value) {
      return ByteBuffer.wrap(Utf8.encode(((TypeAdapter<Object>) adapter).toJson(value)));
    }

    @Override
    public Object decode(byte[] wire) throws IOException {
      return adapter.fromJson(Utf8.decode(wire));
    }
  }
}
