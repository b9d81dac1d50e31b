package wirebed.codec.classes;

import com.thoughtworks.xstream.XStream;
import com.thoughtworks.xstream.security.NoTypePermission;
import com.thoughtworks.xstream.security.NullPermission;
import com.thoughtworks.xstream.security.PrimitiveTypePermission;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import wirebed.codec.guard.AllowList;
import wirebed.codec.xml.XmlScopes;
import wirebed.tree.Tree;

/** xml with XStream's defaults on classes that were written by hand, but for its permissions. */
final class XstreamClasses implements ClassCodec {
  /** The time limit for adding to a collection, which a sender can make slow. */
  private static final int MOST_SECONDS = 1;

  private final XStream xstream = new XStream();

  XstreamClasses(Tree tree) {
    xstream.setClassLoader(tree.loader());
    xstream.setCollectionUpdateLimit(MOST_SECONDS);
    xstream.addPermission(NoTypePermission.NONE);
    xstream.addPermission(NullPermission.NULL);
    xstream.addPermission(PrimitiveTypePermission.PRIMITIVES);
    xstream.addPermission(type -> type != null && isAllowed(type));
    xstream.allowTypes(AllowList.INHERITED.toArray(String[]::new));
  }

  private static boolean isAllowed(Class<?> type) {
    return type.isArray()
        ? type.getComponentType().isPrimitive() || isAllowed(type.getComponentType())
        : AllowList.isOfClasses(type.getName());
  }

  @Override
  public byte[] encode(Object value) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (Writer text = new OutputStreamWriter(bytes, StandardCharsets.UTF_8)) {
      xstream.toXML(value, text);
    }
    return bytes.toByteArray();
  }

  @Override
  public Object decode(byte[] wire, Class<?> type) throws Exception {
    XmlScopes.check(wire);
    return xstream.fromXML(new ByteArrayInputStream(wire));
  }
}
