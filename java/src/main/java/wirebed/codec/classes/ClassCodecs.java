package wirebed.codec.classes;

import java.util.List;
import wirebed.codec.hessian.caucho.HessianClasses;
import wirebed.codec.hessian.caucho.HessianCodec;
import wirebed.codec.json.JacksonCodec;

/**
 * The list of codecs for classes that were written by hand. They use the libraries with their
 * defaults, without the names and types that a plain schema would add.
 */
public final class ClassCodecs {
  private static final List<ClassCodecEntry> ALL =
      List.of(
          new ClassCodecEntry(JavaSerialClasses.ABOUT, JavaSerialClasses::new),
          new ClassCodecEntry(HessianCodec.about("caucho", "hessian"), HessianClasses::new),
          new ClassCodecEntry(
              wirebed.codec.hessian.lite.HessianCodec.about("lite", "hessian-lite"),
              wirebed.codec.hessian.lite.HessianClasses::new),
          new ClassCodecEntry(JacksonCodec.about("jackson"), JacksonClasses::new),
          new ClassCodecEntry(GsonClasses.ABOUT, GsonClasses::new),
          new ClassCodecEntry(XstreamClasses.ABOUT, XstreamClasses::new));

  private ClassCodecs() {}

  public static List<ClassCodecEntry> all() {
    return ALL;
  }
}
