package wirebed.codec;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import wirebed.protocol.Setting.Converted;
import wirebed.raw.RawForm;
import wirebed.raw.RawReader;
import wirebed.raw.RawWriter;
import wirebed.raw.SizeCounter;
import wirebed.refusal.TrailingBytesException;
import wirebed.refusal.UnsupportedException;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/** raw: the hand-made layout, by the form that raw.java.j2 generates for each plain class. */
abstract class RawCodec implements Codec {
  static final Settings SETTINGS =
      Settings.NONE
          .code(
              "every byte is laid out by generated code (raw.java.j2)",
              "raw is a layout by hand, which has no library.")
          .reading(Converted.EVERYTHING)
          .writing(Converted.EVERYTHING);

  private final ClassLoader loader;
  private final Map<Class<?>, RawForm<Object>> forms = new HashMap<>();
  // The type and form of the previous message, most often those of the next one too: a look into
  // the map takes as long as writing a small object.
  private MessageType lastType;
  private RawForm<Object> lastForm;
  private final SizeCounter counter = new SizeCounter();

  RawCodec(Tree tree) {
    loader = tree.loader();
  }

  /** Says what all codecs of the layout have in common. */
  static About about(String library) {
    return About.of("raw", library, Version.ofRuntime()).settings(SETTINGS);
  }

  /** A writer to a new array of this size. */
  abstract RawWriter writer(int size);

  abstract RawReader reader(byte[] wire);

  @Override
  public byte[] encode(Object value, MessageType type, Map<String, String> options)
      throws Exception {
    RawForm<Object> form = form(type);
    RawWriter out = writer(size(value, form));
    form.write(value, out);
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

  @Override
  public String kept() {
    return "nothing is kept: the array that is written and returned is new";
  }

  @Override
  public ReusingCodec reusing(MessageType type, Map<String, String> options) throws Exception {
    RawForm<Object> form = form(type);
    RawWriter out = writer(0);
    return new ReusingCodec() {
      @Override
      public String kept() {
        return "the array is kept";
      }

      @Override
      public ByteBuffer encode(Object value) {
        out.begin(size(value, form));
        form.write(value, out);
        return out.written();
      }
    };
  }

  /** Bytes are counted before they are written, so that they need one array, which never grows. */
  private int size(Object value, RawForm<Object> form) {
    counter.begin(0);
    form.write(value, counter);
    return counter.bytes();
  }

  private RawForm<Object> form(MessageType type) throws Exception {
    if (type == lastType) {
      return lastForm;
    }
    RawForm<Object> form = forms.get(type.plainClass());
    if (form == null) {
      form = load(RawForm.PACKAGE + type.plainClass().getName());
      forms.put(type.plainClass(), form);
    }
    lastType = type;
    lastForm = form;
    return form;
  }

  @SuppressWarnings("unchecked") // by its name it is the form of that very class
  private RawForm<Object> load(String name) throws Exception {
    try {
      Class<?> formClass = Class.forName(name, true, loader);
      return (RawForm<Object>) formClass.getDeclaredConstructor().newInstance();
    } catch (ClassNotFoundException e) {
      throw new UnsupportedException("the tree was built without " + name);
    }
  }
}
