package wirebed.codec.classes;

import java.util.function.Function;
import wirebed.codec.LibraryErrors;
import wirebed.codec.Settings;
import wirebed.codec.Version;
import wirebed.protocol.Codec;
import wirebed.protocol.Model;
import wirebed.tree.Tree;

/**
 * The description of a codec for classes that were written by hand, which does not load the
 * library.
 */
public record ClassCodecEntry(
    String format,
    String library,
    Version version,
    LibraryErrors errors,
    Settings settings,
    Function<Tree, ClassCodec> open) {
  public String id() {
    return format + "/" + library;
  }

  public Codec introduce() {
    return Codec.newBuilder()
        .setFormat(format)
        .setLibrary(library)
        .setVersion(version.read())
        .setModel(Model.PLAIN)
        .setEncodes(true)
        .setDecodes(true)
        .setBare(true)
        .addAllTypedErrors(errors.introduce())
        .setLeavesObject(errors.leavesObject())
        .setLeavesOutput(errors.leavesOutput())
        .addAllSettings(settings.all())
        .build();
  }
}
