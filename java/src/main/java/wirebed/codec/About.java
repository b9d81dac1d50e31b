package wirebed.codec;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import wirebed.protocol.Codec;
import wirebed.protocol.Model;
import wirebed.protocol.TypedError;

/**
 * The description of a codec, which stands beside its code. It holds names and no classes, so that
 * the description of a codec does not load the library.
 *
 * @param codec the introduction of the codec, without the version
 * @param version where the library's version is read from
 * @param libraryPackages the beginnings of the names of the library's classes; none without a
 *     library
 * @param varying what of the library's words differs from process to process for the same input
 */
public record About(Codec codec, Version version, List<String> libraryPackages, Pattern varying) {
  /** The identity hash of an object in Object.toString(). */
  private static final Pattern IDENTITY = Pattern.compile("@[0-9a-f]{5,8}\\b");

  /** A task that no codec is asked about. */
  public static final About NONE = of("", "", Version.ofRuntime());

  /** A codec with the defaults of its library, which documents no errors. */
  public static About of(String format, String library, Version version) {
    Codec.Builder codec = Codec.newBuilder().setFormat(format).setLibrary(library);
    return new About(codec.setEncodes(true).setDecodes(true).build(), version, List.of(), IDENTITY);
  }

  /**
   * What the class of a codec says. The JVM may not be able to link this class with the version of
   * the library on the class path: then the name alone is known, and the codec cannot be opened.
   */
  public static About of(String id, Supplier<About> about) {
    try {
      return about.get();
    } catch (LinkageError e) {
      String[] names = id.split("/", 2);
      return of(names[0], names[1], Version.UNKNOWN);
    }
  }

  /** The same of a codec with another name for its library. */
  public About named(String library) {
    return with(codec -> codec.setLibrary(library));
  }

  /** The library's classes are in these packages, too. */
  public About libraryPackages(String... others) {
    List<String> more = new ArrayList<>(libraryPackages);
    more.addAll(List.of(others));
    return new About(codec, version, List.copyOf(more), varying);
  }

  /**
   * The library documents this error for input that it refuses. A clause `throws` in a signature
   * counts as documentation, and the authority says where there is nothing more.
   *
   * @param authority where the library documents the error: class and method
   */
  public About typedError(String type, String authority) {
    TypedError.Builder error = TypedError.newBuilder().setType(type).setAuthority(authority);
    return with(codec -> codec.addTypedErrors(error));
  }

  /** This, too, differs from process to process in the library's words. */
  public About varyingIn(String words) {
    return new About(codec, version, libraryPackages, Pattern.compile(varying + "|" + words));
  }

  /**
   * The library leaves its user's object half-filled.
   *
   * @param authority where the library says so: class and method
   */
  public About leavesObject(String authority) {
    return with(codec -> codec.setLeavesObject(authority));
  }

  /** The library leaves an output half-written. */
  public About leavesOutput(String authority) {
    return with(codec -> codec.setLeavesOutput(authority));
  }

  /** The codec differs in this, and in nothing else, from the defaults of the library. */
  public About settings(Settings settings) {
    return with(codec -> codec.clearSettings().addAllSettings(settings.all()));
  }

  /** The codec reads only. */
  public About readsOnly() {
    return with(codec -> codec.setEncodes(false).clearLeavesOutput());
  }

  /** Each value has one form only. */
  public About canonical() {
    return with(codec -> codec.setCanonical(true));
  }

  /** The codec also has values without a schema, as a {@link BareCodec}. */
  public About bare() {
    return with(codec -> codec.setBare(true));
  }

  private About with(UnaryOperator<Codec.Builder> change) {
    Codec changed = change.apply(codec.toBuilder()).build();
    return new About(changed, version, libraryPackages, varying);
  }

  public String format() {
    return codec.getFormat();
  }

  public String library() {
    return codec.getLibrary();
  }

  public String id() {
    return format() + "/" + library();
  }

  public Codec introduce(Model model) {
    Codec.Builder introduced = codec.toBuilder().setVersion(version.read()).setModel(model);
    if (!libraryPackages.isEmpty()) {
      introduced.setLoaded(version.loaded().get());
    }
    return introduced.build();
  }

  /** The words without what differs: reports of equal runs must be equal. */
  public String settled(String words) {
    return varying.matcher(words).replaceAll("");
  }

  /** Whether this is the name of a class of the library. */
  public boolean owns(String className) {
    return libraryPackages.stream().anyMatch(className::startsWith);
  }

  /** Whether the library documents this error, or one from which it is derived. */
  public boolean isTyped(Throwable error) {
    for (Class<?> type = error.getClass(); type != null; type = type.getSuperclass()) {
      for (TypedError typed : codec.getTypedErrorsList()) {
        if (typed.getType().equals(type.getName())) {
          return true;
        }
      }
    }
    return false;
  }
}
