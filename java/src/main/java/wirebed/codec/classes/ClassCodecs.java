package wirebed.codec.classes;

import java.util.List;
import wirebed.codec.Codecs;
import wirebed.codec.DocumentedErrors;
import wirebed.codec.Version;
import wirebed.codec.hessian.caucho.HessianClasses;

/**
 * The list of codecs for classes that were written by hand. They use the libraries with their
 * defaults, without the names and types that a plain schema would add.
 */
public final class ClassCodecs {
  private static final List<ClassCodecEntry> ALL =
      List.of(
          new ClassCodecEntry(
              "java-serial",
              "jdk",
              Version.ofRuntime(),
              DocumentedErrors.OBJECT_STREAMS,
              JavaSerialClasses::new),
          new ClassCodecEntry(
              "hessian2", "caucho", Codecs.CAUCHO, DocumentedErrors.CAUCHO, HessianClasses::new),
          new ClassCodecEntry(
              "hessian2",
              "lite",
              Codecs.LITE,
              DocumentedErrors.LITE,
              wirebed.codec.hessian.lite.HessianClasses::new),
          new ClassCodecEntry(
              "json", "jackson", Codecs.JACKSON, DocumentedErrors.JACKSON, JacksonClasses::new),
          new ClassCodecEntry("json", "gson", Codecs.GSON, DocumentedErrors.GSON, GsonClasses::new),
          new ClassCodecEntry(
              "xml", "xstream", Codecs.XSTREAM, DocumentedErrors.XSTREAM, XstreamClasses::new));

  private ClassCodecs() {}

  public static List<ClassCodecEntry> all() {
    return ALL;
  }
}
