package wirebed.codec;

import static wirebed.codec.CodecEntry.message;
import static wirebed.codec.CodecEntry.plain;

import java.util.List;

/**
 * The one list of codecs. A new codec is one file beside this one, and one line here. One with a
 * library of its own has its name here, too, and is reached through lambdas: its class may not link
 * with another version of the library.
 */
public final class Codecs {
  private static final List<CodecEntry> ALL =
      List.of(
          message(NoneMessage.ABOUT, tree -> new NoneMessage()),
          plain(NonePlain.ABOUT, tree -> new NonePlain()),
          message(Protobuf.ABOUT, Protobuf::new),
          message(Prototext.ABOUT, Prototext::new),
          message(
              "protojson/protobuf-java-util", () -> Protojson.ABOUT, tree -> new Protojson(tree)),
          plain("json/jackson", () -> JsonJackson.ABOUT, tree -> new JsonJackson(tree)),
          plain(
              "json/jackson-default",
              () -> JsonJacksonDefault.ABOUT,
              tree -> new JsonJacksonDefault()),
          plain("json/gson", () -> JsonGson.ABOUT, tree -> new JsonGson(tree)),
          plain("hessian2/caucho", () -> Hessian2Caucho.ABOUT, tree -> new Hessian2Caucho(tree)),
          plain("hessian2/lite", () -> Hessian2Lite.ABOUT, tree -> new Hessian2Lite(tree)),
          plain(RawByteBuffer.ABOUT, RawByteBuffer::new),
          plain(RawUnsafe.ABOUT, RawUnsafe::new),
          plain(RawVarHandle.ABOUT, RawVarHandle::new),
          plain(JavaSerial.ABOUT, JavaSerial::new),
          plain(JavaExternal.CUSTOM, JavaExternal::custom),
          plain(JavaExternal.NAIVE, JavaExternal::naive),
          plain(JavaExternal.TUNED, JavaExternal::tuned),
          plain(JavaExternalDirect.ABOUT, JavaExternalDirect::new),
          plain("xml/xstream", () -> XmlXstream.SHAPE, tree -> XmlXstream.shape(tree)),
          plain("xml-lean/xstream", () -> XmlXstream.LEAN, tree -> XmlXstream.lean(tree)),
          plain("xml-jaxb/jdk-stax", () -> XmlJaxb.JDK, tree -> XmlJaxb.ofJdk(tree, false)),
          plain(
              "xml-jaxb/woodstox", () -> XmlJaxb.WOODSTOX, tree -> XmlJaxb.ofWoodstox(tree, false)),
          plain("xml-jaxb/streams", () -> XmlJaxbStreams.ABOUT, tree -> new XmlJaxbStreams(tree)),
          plain("xml-jaxb/jdk-stax-xsd", () -> XmlJaxb.JDK_XSD, tree -> XmlJaxb.ofJdk(tree, true)),
          plain(
              "xml-jaxb/woodstox-xsd",
              () -> XmlJaxb.WOODSTOX_XSD,
              tree -> XmlJaxb.ofWoodstox(tree, true)));

  private Codecs() {}

  public static List<CodecEntry> all() {
    return ALL;
  }
}
