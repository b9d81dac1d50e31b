package wirebed.codec.classes;

import com.thoughtworks.xstream.XStream;
import com.thoughtworks.xstream.converters.extended.JavaClassConverter;
import com.thoughtworks.xstream.core.ClassLoaderReference;
import com.thoughtworks.xstream.security.NoTypePermission;
import com.thoughtworks.xstream.security.NullPermission;
import com.thoughtworks.xstream.security.PrimitiveTypePermission;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import wirebed.codec.About;
import wirebed.codec.Settings;
import wirebed.codec.XmlXstream;
import wirebed.codec.guard.AllowList;
import wirebed.codec.guard.ListedClasses;
import wirebed.codec.xml.XmlScopes;
import wirebed.tree.Tree;

/** xml with XStream's defaults on classes that were written by hand, but for its permissions. */
final class XstreamClasses implements ClassCodec {
  /** The time limit for adding to a collection, which a sender can make slow. */
  private static final int MOST_SECONDS = 1;

  /**
   * They reflect on fields of the JDK when they are loaded, and fail where its modules are closed.
   * The first use of such a class fails with another error than all that follow. They are tried
   * here, so that no answer depends on what was asked before.
   */
  static final List<String> REFLECTING =
      Stream.of(
              "collections.PropertiesConverter",
              "collections.TreeMapConverter",
              "collections.TreeSetConverter",
              "enums.EnumMapConverter",
              "enums.EnumSetConverter",
              "extended.DynamicProxyConverter",
              "reflection.AbstractAttributedCharacterIteratorAttributeConverter",
              "reflection.PureJavaReflectionProvider")
          .map(name -> "com.thoughtworks.xstream.converters." + name + "$Reflections")
          .toList();

  static final About ABOUT =
      XmlXstream.SHAPE.settings(
          Settings.NONE
              .guard(
                  "an allow-list of permissions",
                  "The bytes name classes; the library's own list has more of the JDK's.")
              .guard(
                  "a class as a value is one of the allow-list",
                  "The library's converter loads whatever class is named.")
              .guard(
                  "setCollectionUpdateLimit " + MOST_SECONDS + " s",
                  "A sender can make adding to a collection slow."));

  private final XStream xstream = new XStream();

  XstreamClasses(Tree tree) {
    REFLECTING.forEach(XstreamClasses::load);
    xstream.setClassLoader(tree.loader());
    // The library's own loads whatever class a class as a value names.
    ClassLoader listed = new ListedClasses(tree.loader());
    xstream.registerConverter(new JavaClassConverter(new ClassLoaderReference(listed)));
    xstream.setCollectionUpdateLimit(MOST_SECONDS);
    xstream.addPermission(NoTypePermission.NONE);
    xstream.addPermission(NullPermission.NULL);
    xstream.addPermission(PrimitiveTypePermission.PRIMITIVES);
    xstream.addPermission(type -> type != null && isAllowed(type));
    xstream.allowTypes(AllowList.INHERITED.toArray(String[]::new));
  }

  private static void load(String name) {
    try {
      Class.forName(name, true, XStream.class.getClassLoader());
    } catch (ClassNotFoundException | LinkageError e) {
      // Whoever uses it fails, and says so.
    }
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
