package wirebed.codec.classes;

import com.google.gson.Gson;
import wirebed.codec.About;
import wirebed.codec.Environment;
import wirebed.codec.JsonGson;
import wirebed.codec.bytes.Utf8;
import wirebed.tree.Tree;

/** json with Gson's defaults on classes that were written by hand: {@code new Gson()}. */
final class GsonClasses implements ClassCodec {
  static final About ABOUT = JsonGson.ABOUT.settings(Utf8.STRICT.and(Environment.ofDatesInWords()));

  private final Gson gson = new Gson();

  GsonClasses(Tree tree) {}

  @Override
  public byte[] encode(Object value) {
    return Utf8.encode(gson.toJson(value));
  }

  @Override
  public Object decode(byte[] wire, Class<?> type) throws Exception {
    return gson.fromJson(Utf8.decode(wire), type);
  }
}
