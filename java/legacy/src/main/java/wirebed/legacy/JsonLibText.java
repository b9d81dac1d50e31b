package wirebed.legacy;

import net.sf.json.JSONException;
import net.sf.json.JSONObject;
import net.sf.json.util.JSONTokener;
import wirebed.bridge.NumberLimit;
import wirebed.codec.Settings;
import wirebed.codec.bytes.Utf8;
import wirebed.refusal.InvalidUtf8Exception;

/** Bytes as the text that Json-Lib reads, in time that grows with its length, and back. */
final class JsonLibText extends JSONTokener {
  static final Settings GUARDS =
      Settings.NONE
          .guard(
              "a number of more than 10,000 digits is refused",
              "Json-Lib makes a BigInteger of it, in time that grows with the square.")
          .guard(
              "more than 300 objects and arrays inside each other are refused",
              "Json-Lib has no limit, and takes time that grows with the cube of the depth.")
          .guard(
              "an object is compared with \"null\" only where it begins with n",
              "Json-Lib copies the rest of the text for each object; the answer is the same.")
          .and(Utf8.STRICT);

  JsonLibText(byte[] wire) throws InvalidUtf8Exception {
    super(DepthLimit.checked(NumberLimit.anywhere(Utf8.decode(wire))));
  }

  static byte[] write(JSONObject object) {
    String text = object.toString();
    if (text == null) {
      throw new JSONException("JSONObject.toString() has swallowed an exception");
    }
    return Utf8.encode(text);
  }

  /**
   * Json-Lib copies the whole rest of the text for each object, to check whether it begins with
   * "null": for ten thousand objects in one megabyte, it copied ten gigabytes. This checks the
   * first character before that.
   */
  @Override
  public boolean matches(String pattern) {
    return peek() == 'n' && super.matches(pattern);
  }
}
