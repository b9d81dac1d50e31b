package wirebed.codec.streams;

import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamConstants;
import java.io.OutputStream;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import wirebed.tree.Tree;

/**
 * Object streams on which stand-ins (external.java.j2) replace the plain objects.
 *
 * <p>The streams carry the names of the plain classes, as if these had the stand-ins' code
 * themselves. Readers compare only the simple names, which are the same.
 */
public final class ExternalStreams extends ObjectStreams {
  private final StandIns standIns;

  public ExternalStreams(Tree tree, StandIns standIns) {
    super(tree.loader(), allowed(tree, standIns));
    this.standIns = standIns;
  }

  private static Predicate<String> allowed(Tree tree, StandIns standIns) {
    Set<String> enums = new HashSet<>();
    tree.schema().getEnumsList().forEach(plain -> enums.add(plain.getJavaClass()));
    return name -> standIns.contains(name) || enums.contains(name);
  }

  @Override
  ObjectOutputStream output(OutputStream bytes) throws IOException {
    return new Writer(bytes);
  }

  @Override
  Class<?> local(Class<?> named) {
    return standIns.of(named);
  }

  private final class Writer extends ObjectOutputStream {
    private final StandIns.StreamStandIns own = standIns.new StreamStandIns();

    Writer(OutputStream out) throws IOException {
      super(out);
      enableReplaceObject(true);
    }

    @Override
    protected Object replaceObject(Object value) {
      return value instanceof String ? value : own.of(value);
    }

    @Override
    protected void writeClassDescriptor(ObjectStreamClass description) throws IOException {
      Class<?> type = description.forClass();
      Class<?> plain;
      try {
        plain = standIns.behind(type);
      } catch (ClassNotFoundException e) {
        throw new IOException(e);
      }
      if (plain == null) {
        super.writeClassDescriptor(description);
      } else if (plain.isArray()) {
        super.writeClassDescriptor(ObjectStreamClass.lookupAny(plain));
      } else {
        writeUTF(plain.getName());
        writeLong(description.getSerialVersionUID());
        writeByte(
            Externalizable.class.isAssignableFrom(type)
                ? ObjectStreamConstants.SC_EXTERNALIZABLE | ObjectStreamConstants.SC_BLOCK_DATA
                : ObjectStreamConstants.SC_SERIALIZABLE | ObjectStreamConstants.SC_WRITE_METHOD);
        writeShort(0); // a stand-in has no fields of its own to serialize
      }
    }
  }
}
