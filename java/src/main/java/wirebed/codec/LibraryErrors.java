package wirebed.codec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import wirebed.protocol.TypedError;

/**
 * What a peer must know of a library to say of a failure who refused, and whether the error is one
 * that the library documents (proto/wirebed/README.md, "Failures"). It holds names and no classes,
 * so that the description of a codec does not load the library.
 *
 * @param libraryPackages the beginnings of the names of the library's classes; none without a
 *     library
 * @param typedErrors the errors that the library documents for input that it refuses
 * @param varying what of its words differs from process to process for the same input
 * @param leavesObject where the library says that its user's object holds something after an error;
 *     empty if it never does
 * @param leavesOutput the same of an output
 */
public record LibraryErrors(
    List<String> libraryPackages,
    List<Typed> typedErrors,
    Pattern varying,
    String leavesObject,
    String leavesOutput) {
  /** The identity hash of an object in Object.toString(). */
  private static final Pattern IDENTITY = Pattern.compile("@[0-9a-f]{5,8}\\b");

  /** A codec that is all of the work itself. */
  public static final LibraryErrors NONE = of();

  /**
   * @param authority where the library documents the error: class and method
   */
  public record Typed(String type, String authority) {}

  public static LibraryErrors of(String... packages) {
    return new LibraryErrors(List.of(packages), List.of(), IDENTITY, "", "");
  }

  public LibraryErrors documents(String type, String authority) {
    List<Typed> more = new ArrayList<>(typedErrors);
    more.add(new Typed(type, authority));
    return new LibraryErrors(
        libraryPackages, List.copyOf(more), varying, leavesObject, leavesOutput);
  }

  /** The same errors, of whose words this, too, differs from process to process. */
  public LibraryErrors varyingIn(String words) {
    Pattern more = Pattern.compile(varying + "|" + words);
    return new LibraryErrors(libraryPackages, typedErrors, more, leavesObject, leavesOutput);
  }

  /** The words without what differs: reports of equal runs must be equal. */
  public String settled(String words) {
    return varying.matcher(words).replaceAll("");
  }

  /**
   * The same errors of a library that leaves its user's object half-filled.
   *
   * @param authority where the library says so: class and method
   */
  public LibraryErrors leavesObject(String authority) {
    return new LibraryErrors(libraryPackages, typedErrors, varying, authority, leavesOutput);
  }

  /** The same of an output that is half-written. */
  public LibraryErrors leavesOutput(String authority) {
    return new LibraryErrors(libraryPackages, typedErrors, varying, leavesObject, authority);
  }

  /** The same errors of a library that does part of its work in these packages, too. */
  public LibraryErrors with(String... others) {
    List<String> more = new ArrayList<>(libraryPackages);
    more.addAll(Arrays.asList(others));
    return new LibraryErrors(List.copyOf(more), typedErrors, varying, leavesObject, leavesOutput);
  }

  /** Whether this is the name of a class of the library. */
  public boolean owns(String className) {
    for (String name : libraryPackages) {
      if (className.startsWith(name)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the library documents this error, or one from which it is derived. */
  public boolean isTyped(Throwable error) {
    for (Class<?> type = error.getClass(); type != null; type = type.getSuperclass()) {
      for (Typed one : typedErrors) {
        if (one.type.equals(type.getName())) {
          return true;
        }
      }
    }
    return false;
  }

  public List<TypedError> introduce() {
    return typedErrors.stream()
        .map(one -> TypedError.newBuilder().setType(one.type).setAuthority(one.authority).build())
        .toList();
  }
}
