package wirebed.codec;

import static wirebed.codec.CodecEntry.message;
import static wirebed.codec.CodecEntry.plain;

import java.util.List;

/** The one list of codecs. A new codec is one file beside this one, and one line here. */
public final class Codecs {
  private static final List<CodecEntry> ALL =
      List.of(
          message(NoneMessage.ABOUT, tree -> new NoneMessage()),
          plain(NonePlain.ABOUT, tree -> new NonePlain()),
          message(Protobuf.ABOUT, Protobuf::new),
          message(Prototext.ABOUT, Prototext::new),
          message(Protojson.ABOUT, Protojson::new),
          plain(JsonJackson.ABOUT, JsonJackson::new),
          plain(JsonJacksonDefault.ABOUT, tree -> new JsonJacksonDefault()),
          plain(JsonGson.ABOUT, JsonGson::new),
          plain(Hessian2Caucho.ABOUT, Hessian2Caucho::new),
          plain(Hessian2Lite.ABOUT, Hessian2Lite::new),
          plain(RawByteBuffer.ABOUT, RawByteBuffer::new),
          plain(RawUnsafe.ABOUT, RawUnsafe::new),
          plain(RawVarHandle.ABOUT, RawVarHandle::new),
          plain(JavaSerial.ABOUT, JavaSerial::new),
          plain(JavaExternal.CUSTOM, JavaExternal::custom),
          plain(JavaExternal.NAIVE, JavaExternal::naive),
          plain(JavaExternal.TUNED, JavaExternal::tuned),
          plain(JavaExternalDirect.ABOUT, JavaExternalDirect::new),
          plain(XmlXstream.SHAPE, XmlXstream::shape),
          plain(XmlXstream.LEAN, XmlXstream::lean),
          plain(XmlJaxb.JDK, tree -> XmlJaxb.ofJdk(tree, false)),
          plain(XmlJaxb.WOODSTOX, tree -> XmlJaxb.ofWoodstox(tree, false)),
          plain(XmlJaxbStreams.ABOUT, XmlJaxbStreams::new),
          plain(XmlJaxb.JDK_XSD, tree -> XmlJaxb.ofJdk(tree, true)),
          plain(XmlJaxb.WOODSTOX_XSD, tree -> XmlJaxb.ofWoodstox(tree, true)));

  private Codecs() {}

  public static List<CodecEntry> all() {
    return ALL;
  }
}
