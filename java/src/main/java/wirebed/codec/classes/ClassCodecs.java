package wirebed.codec.classes;

import java.util.List;
import wirebed.codec.Codecs;
import wirebed.codec.DocumentedErrors;
import wirebed.codec.Settings;
import wirebed.codec.Version;
import wirebed.codec.hessian.caucho.HessianClasses;
import wirebed.codec.hessian.caucho.HessianCodec;
import wirebed.codec.streams.ObjectStreams;

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
              ObjectStreams.SETTINGS,
              JavaSerialClasses::new),
          new ClassCodecEntry(
              "hessian2",
              "caucho",
              Codecs.CAUCHO,
              DocumentedErrors.CAUCHO,
              HessianCodec.SETTINGS,
              HessianClasses::new),
          new ClassCodecEntry(
              "hessian2",
              "lite",
              Codecs.LITE,
              DocumentedErrors.LITE,
              HessianCodec.SETTINGS,
              wirebed.codec.hessian.lite.HessianClasses::new),
          new ClassCodecEntry(
              "json",
              "jackson",
              Codecs.JACKSON,
              DocumentedErrors.JACKSON,
              Settings.NONE,
              JacksonClasses::new),
          new ClassCodecEntry(
              "json",
              "gson",
              Codecs.GSON,
              DocumentedErrors.GSON,
              GsonClasses.SETTINGS,
              GsonClasses::new),
          new ClassCodecEntry(
              "xml",
              "xstream",
              Codecs.XSTREAM,
              DocumentedErrors.XSTREAM,
              XstreamClasses.SETTINGS,
              XstreamClasses::new));

  private ClassCodecs() {}

  public static List<ClassCodecEntry> all() {
    return ALL;
  }
}
