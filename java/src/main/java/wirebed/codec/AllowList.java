package wirebed.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import wirebed.tree.Tree;

/**
 * The classes that readers of Hessian and of object streams may load: those of the tree, and what
 * their fields hold.
 *
 * <p>Whoever reads such without one lets the sender choose any class on the class path.
 */
final class AllowList {
  /** Where the classes lie that were written by hand. */
  static final String HAND_WRITTEN = "evolution.classes.";

  /** Of an array, by the Java Virtual Machine Specification (4.4.1): what its name begins with. */
  static final String MOST_DIMENSIONS = "[".repeat(255);

  static final List<String> HELD_BY_BEANS =
      List.of(
          "java.lang.Boolean",
          "java.lang.Double",
          "java.lang.Float",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.String",
          "java.math.BigDecimal",
          "java.util.ArrayList",
          "java.util.Date",
          "java.util.HashMap",
          "java.util.HashSet",
          "java.lang.Object",
          "java.lang.Enum",
          "java.lang.Number");

  private AllowList() {}

  /**
   * One pattern of Hessian's ClassFactory, which itself escapes the dots and gives `*` its meaning.
   */
  static String pattern(Tree tree, List<String> ofLibrary) {
    List<String> names = new ArrayList<>(HELD_BY_BEANS);
    names.addAll(ofLibrary);
    tree.schema().getClassesList().forEach(plain -> names.add(plain.getJavaClass()));
    tree.schema().getEnumsList().forEach(plain -> names.add(plain.getJavaClass()));
    return names.stream().map(name -> name.replace("$", "\\$")).collect(Collectors.joining("|"));
  }
}
