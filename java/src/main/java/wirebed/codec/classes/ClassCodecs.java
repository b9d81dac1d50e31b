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
          ClassCodecEntry.of(
              "hessian2/caucho",
              () -> HessianCodec.about("caucho", "hessian"),
              tree -> new HessianClasses(tree)),
          ClassCodecEntry.of(
              "hessian2/lite",
              () -> wirebed.codec.hessian.lite.HessianCodec.about("lite", "hessian-lite"),
              tree -> new wirebed.codec.hessian.lite.HessianClasses(tree)),
          ClassCodecEntry.of(
              "json/jackson",
              () -> JacksonCodec.about("jackson"),
              tree -> new JacksonClasses(tree)),
          ClassCodecEntry.of("json/gson", () -> GsonClasses.ABOUT, tree -> new GsonClasses(tree)),
          ClassCodecEntry.of(
              "xml/xstream", () -> XstreamClasses.ABOUT, tree -> new XstreamClasses(tree)));

  private ClassCodecs() {}

  public static List<ClassCodecEntry> all() {
    return ALL;
  }
}
