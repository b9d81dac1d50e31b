package wirebed.codec;

import java.util.function.Function;
import wirebed.protocol.Model;
import wirebed.tree.Tree;

/**
 * The description of a codec that does not load the library.
 *
 * @param version where the library's version is read from
 * @param errors the errors of the library
 * @param canonical whether each value has one form only
 * @param bare whether the codec also has values without a schema, as a {@link BareCodec}
 * @param settings all that differs from the defaults of the library
 */
public record CodecEntry(
    String format,
    String library,
    Model model,
    Version version,
    LibraryErrors errors,
    Function<Tree, Codec> open,
    boolean canonical,
    boolean bare,
    boolean encodes,
    Settings settings) {

  /** A codec that reads and writes, and needs a schema. */
  public static CodecEntry of(
      String format,
      String library,
      Model model,
      Version version,
      LibraryErrors errors,
      Function<Tree, Codec> open) {
    return new CodecEntry(format, library, model, version, errors, open, false, false, true);
  }

  /** The defaults of the library. */
  public CodecEntry(
      String format,
      String library,
      Model model,
      Version version,
      LibraryErrors errors,
      Function<Tree, Codec> open,
      boolean canonical,
      boolean bare,
      boolean encodes) {
    this(format, library, model, version, errors, open, canonical, bare, encodes, Settings.NONE);
  }

  /** The same codec with these settings. */
  public CodecEntry with(Settings settings) {
    return new CodecEntry(
        format, library, model, version, errors, open, canonical, bare, encodes, settings);
  }

  public String id() {
    return format + "/" + library;
  }

  public wirebed.protocol.Codec introduce() {
    return wirebed.protocol.Codec.newBuilder()
        .setFormat(format)
        .setLibrary(library)
        .setVersion(version.read())
        .setModel(model)
        .setEncodes(encodes)
        .setDecodes(true)
        .setCanonical(canonical)
        .setBare(bare)
        .addAllTypedErrors(errors.introduce())
        .setLeavesObject(errors.leavesObject())
        .setLeavesOutput(encodes ? errors.leavesOutput() : "")
        .addAllSettings(settings.all())
        .build();
  }
}
