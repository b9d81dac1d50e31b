package wirebed.codec;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import java.util.Map;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/**
 * Plain JSON with Gson as it comes: what {@code new Gson()} writes, with the names of fields that
 * Java could not spell. Its dates are text of the JVM's zone, and of the words that its locale
 * providers have for English; java/peer.yaml says which.
 */
final class GsonJson implements Codec {
  private final Gson gson;

  GsonJson(Tree tree) {
    WireNames names = new WireNames(tree.schema());
    gson =
        new GsonBuilder()
            .setFieldNamingStrategy(
                field -> {
                  String name = names.of(field.getDeclaringClass(), field.getName());
                  return name == null ? field.getName() : name;
                })
            .create();
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
}
