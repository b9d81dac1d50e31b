package wirebed.codec.jaxb;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import wirebed.protocol.PlainClass;
import wirebed.protocol.PlainField;

/** The names of fields as XML elements: their JSON names, as far as XML can spell them. */
final class XmlNames {
  private XmlNames() {}

  /** By Java name, in order of declaration. */
  static Map<String, String> of(PlainClass plain) {
    Map<String, String> names = new LinkedHashMap<>();
    Set<String> taken = new HashSet<>();
    for (PlainField field : plain.getFieldsList()) {
      String name = spelled(field.getJsonName());
      while (!taken.add(name)) {
        name += "_";
      }
      names.put(field.getJavaName(), name);
    }
    return names;
  }

  static String spelled(String name) {
    String possible = name.replaceAll("[^A-Za-z0-9_.-]", "_");
    return possible.isEmpty() || "0123456789.-".indexOf(possible.charAt(0)) >= 0
        ? "_" + possible
        : possible;
  }
}
