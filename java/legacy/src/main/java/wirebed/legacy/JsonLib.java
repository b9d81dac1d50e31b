package wirebed.legacy;

import java.util.HashMap;
import java.util.Map;
import net.sf.json.JSONException;
import net.sf.json.JSONObject;
import net.sf.json.JsonConfig;
import net.sf.json.util.EnumMorpher;
import net.sf.json.util.JSONTokener;
import net.sf.json.util.JSONUtils;
import wirebed.bridge.NumberLimit;
import wirebed.codec.Codec;
import wirebed.codec.bytes.Utf8;
import wirebed.protocol.PlainEnum;
import wirebed.refusal.TrailingBytesException;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/**
 * Plain JSON with Json-Lib as in seed S1: fromObject and toBean with its defaults, except for the
 * types that Java's erasure hides (the elements of collections), the names of properties on the
 * wire, and the forms of the mapping table (proto/README.md).
 */
final class JsonLib implements Codec {
  private final JsonLibClasses classes;
  private final Map<MessageType, JsonConfig> configs = new HashMap<>();

  JsonLib(Tree tree) {
    classes = new JsonLibClasses(tree);
    JsonLibForms.read();
    for (PlainEnum plain : tree.schema().getEnumsList()) {
      JSONUtils.getMorpherRegistry()
          .registerMorpher(new EnumMorpher(classes.load(plain.getJavaClass())));
    }
  }

  @Override
  public byte[] encode(Object value, MessageType type, Map<String, String> options) {
    String text = JSONObject.fromObject(value, config(type)).toString();
    if (text == null) {
      throw new JSONException("JSONObject.toString() has swallowed an exception");
    }
    return Utf8.encode(text);
  }

  @Override
  public Object decode(byte[] wire, MessageType type, Map<String, String> options)
      throws Exception {
    JsonConfig config = config(type);
    JSONTokener text = new Text(DepthLimit.checked(NumberLimit.anywhere(Utf8.decode(wire))));
    JSONObject object = JSONObject.fromObject(text, config);
    if (text.nextClean() != 0) {
      throw new TrailingBytesException();
    }
    try {
      return JSONObject.toBean(object, config);
    } finally {
      classes.forget(config);
    }
  }

  @Override
  public String kept() {
    return "the class's JsonConfig is kept; new are tree, text and array";
  }

  private JsonConfig config(MessageType type) {
    return configs.computeIfAbsent(type, key -> classes.config(key.plainClass()));
  }

  /**
   * Json-Lib copies the whole rest of the text for each object, to check whether it begins with
   * "null": for ten thousand objects in one megabyte, it copied ten gigabytes. This checks the
   * first character before that.
   */
  private static final class Text extends JSONTokener {
    Text(String text) {
      super(text);
    }

    @Override
    public boolean matches(String pattern) {
      return peek() == 'n' && super.matches(pattern);
    }
  }
}
