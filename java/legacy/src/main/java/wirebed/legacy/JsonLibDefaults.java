package wirebed.legacy;

import net.sf.json.JSONObject;
import wirebed.codec.About;
import wirebed.codec.classes.ClassCodec;
import wirebed.tree.Tree;

/**
 * json with Json-Lib's defaults on classes that were written by hand: getters and setters, and no
 * public fields.
 *
 * <p>Json-Lib has one registry of morphers for the JVM, in which json/json-lib has some for Date,
 * byte[] and the enums of the tree. No setter of these classes takes such a value.
 */
final class JsonLibDefaults implements ClassCodec {
  static final About ABOUT = JsonLib.ABOUT.settings(JsonLibText.GUARDS);

  JsonLibDefaults(Tree tree) {}

  @Override
  public byte[] encode(Object value) {
    return JsonLibText.write(JSONObject.fromObject(value));
  }

  @Override
  public Object decode(byte[] wire, Class<?> type) throws Exception {
    return JSONObject.toBean(JSONObject.fromObject(new JsonLibText(wire)), type);
  }
}
