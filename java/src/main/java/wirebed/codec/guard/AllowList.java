package wirebed.codec.guard;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import wirebed.tree.Tree;

/**
 * The classes that readers of Hessian and of object streams may load: the classes of the tree, and
 * those of the values that their fields hold.
 *
 * <p>Without such a list, the sender chooses any class on the class path.
 */
public final class AllowList {
  /** The package of the classes that were written by hand (java/classes). */
  public static final String HAND_WRITTEN = "evolution.classes.";

  /**
   * The prefix of the name of an array with the most dimensions that the Java Virtual Machine
   * Specification allows (4.4.1).
   */
  public static final String MOST_DIMENSIONS = "[".repeat(255);

  public static final List<String> HELD_BY_BEANS =
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

  /** The classes of the tree and of its values, and others that the library needs. */
  public static List<String> names(Tree tree, List<String> ofLibrary) {
    List<String> names = new ArrayList<>(HELD_BY_BEANS);
    names.addAll(ofLibrary);
    tree.schema().getClassesList().forEach(plain -> names.add(plain.getJavaClass()));
    tree.schema().getEnumsList().forEach(plain -> names.add(plain.getJavaClass()));
    return names;
  }

  /** One pattern for Hessian's ClassFactory, which escapes the dots and interprets `*` itself. */
  public static String pattern(Tree tree, List<String> ofLibrary) {
    return names(tree, ofLibrary).stream()
        .map(name -> name.replace("$", "\\$"))
        .collect(Collectors.joining("|"));
  }
}
