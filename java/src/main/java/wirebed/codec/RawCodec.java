package wirebed.codec;

import java.util.HashMap;
import java.util.Map;
import wirebed.raw.RawForm;
import wirebed.raw.RawReader;
import wirebed.raw.RawWriter;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/** raw: the hand-made layout, by the form that is generated beside each plain class. */
abstract class RawCodec implements Codec {
  private final ClassLoader loader;
  private final Map<Class<?>, RawForm<Object>> forms = new HashMap<>();

  RawCodec(Tree tree) {
    loader = tree.loader();
  }

  abstract RawWriter writer();

  abstract RawReader reader(byte[] wire);

  @Override
  public byte[] encode(Object value, MessageType type, Map<String, String> options)
      throws Exception {
    RawWriter out = writer();
    form(type).write(value, out);
    return out.toByteArray();
  }

  @Override
  public Object decode(byte[] wire, MessageType type, Map<String, String> options)
      throws Exception {
    RawReader in = reader(wire);
    Object value = form(type).read(in);
    if (in.remaining() > 0) {
      throw new TrailingBytesException();
    }
    return value;
  }

  private RawForm<Object> form(MessageType type) throws Exception {
    RawForm<Object> form = forms.get(type.plainClass());
    if (form == null) {
      form = load(RawForm.PACKAGE + type.plainClass().getName());
      forms.put(type.plainClass(), form);
    }
    return form;
  }

  @SuppressWarnings("unchecked") // by its name it is the form of that very class
  private RawForm<Object> load(String name) throws Exception {
    try {
      Class<?> found = Class.forName(name, true, loader);
      return (RawForm<Object>) found.getDeclaredConstructor().newInstance();
    } catch (ClassNotFoundException e) {
      throw new UnsupportedException("the tree was built without " + name);
    }
  }
}
