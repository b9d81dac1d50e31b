package wirebed.codec;

import static wirebed.protocol.Model.MESSAGE;
import static wirebed.protocol.Model.PLAIN;

import java.util.List;
import java.util.function.Function;
import wirebed.codec.hessian.caucho.HessianCodec;
import wirebed.protocol.Model;
import wirebed.tree.Tree;

/** The one list of codecs. A new codec is one file beside this one, and one line here. */
public final class Codecs {
  private static final Version PROTOBUF_UTIL =
      Version.ofJar("protobuf-java-util", "com/google/protobuf/util/JsonFormat.class");
  public static final Version JACKSON =
      Version.ofJar("jackson-databind", "com/fasterxml/jackson/databind/ObjectMapper.class");
  public static final Version GSON = Version.ofJar("gson", "com/google/gson/Gson.class");

  public static final Version CAUCHO =
      Version.ofJar("hessian", "com/caucho/hessian/io/Hessian2Input.class");
  public static final Version LITE =
      Version.ofJar("hessian-lite", "com/alibaba/com/caucho/hessian/io/Hessian2Input.class");

  public static final Version XSTREAM =
      Version.ofJar("xstream", "com/thoughtworks/xstream/XStream.class");
  private static final Version JAXB =
      Version.ofJar("jaxb-runtime", "org/glassfish/jaxb/runtime/api/JAXBRIContext.class");
  private static final Version JAXB_BY_JDK = JAXB.with("jdk", Version.ofRuntime());
  private static final Version WOODSTOX =
      JAXB.with(
          "woodstox", Version.ofJar("woodstox-core", "com/ctc/wstx/stax/WstxInputFactory.class"));

  private static final List<CodecEntry> ALL =
      List.of(
          CoreCodecs.NONE_MESSAGE,
          CoreCodecs.NONE_PLAIN,
          CoreCodecs.PROTOBUF,
          entry(
                  "prototext",
                  "protobuf-java",
                  MESSAGE,
                  CoreCodecs.PROTOBUF.version(),
                  DocumentedErrors.PROTOTEXT,
                  Prototext::new)
              .with(Prototext.SETTINGS),
          entry(
                  "protojson",
                  "protobuf-java-util",
                  MESSAGE,
                  PROTOBUF_UTIL,
                  DocumentedErrors.PROTOJSON,
                  Protojson::new)
              .with(Protojson.SETTINGS),
          entry("json", "jackson", PLAIN, JACKSON, DocumentedErrors.JACKSON, JsonJackson::new)
              .with(JsonJackson.SETTINGS),
          entry(
              "json",
              "jackson-default",
              PLAIN,
              JACKSON,
              DocumentedErrors.JACKSON,
              tree -> new JsonJacksonDefault()),
          entry("json", "gson", PLAIN, GSON, DocumentedErrors.GSON, JsonGson::new)
              .with(JsonGson.SETTINGS),
          bare("hessian2", "caucho", true, CAUCHO, DocumentedErrors.CAUCHO, Hessian2Caucho::new)
              .with(HessianCodec.SETTINGS),
          bare("hessian2", "lite", false, LITE, DocumentedErrors.LITE, Hessian2Lite::new)
              .with(HessianCodec.SETTINGS),
          entry(
                  "raw",
                  "bytebuffer",
                  PLAIN,
                  Version.ofRuntime(),
                  LibraryErrors.NONE,
                  RawByteBuffer::new)
              .with(RawCodec.SETTINGS),
          entry("raw", "unsafe", PLAIN, Version.ofRuntime(), LibraryErrors.NONE, RawUnsafe::new)
              .with(RawUnsafe.SETTINGS),
          entry(
                  "raw",
                  "varhandle",
                  PLAIN,
                  Version.ofRuntime(),
                  LibraryErrors.NONE,
                  RawVarHandle::new)
              .with(RawCodec.SETTINGS),
          CoreCodecs.JAVA_SERIAL,
          entry(
                  "java-serial-custom",
                  "jdk",
                  PLAIN,
                  Version.ofRuntime(),
                  DocumentedErrors.HALF_WRITTEN_STREAMS,
                  JavaExternal::custom)
              .with(JavaExternal.SETTINGS),
          entry(
                  "java-external",
                  "jdk",
                  PLAIN,
                  Version.ofRuntime(),
                  DocumentedErrors.OBJECT_STREAMS,
                  JavaExternal::naive)
              .with(JavaExternal.SETTINGS),
          entry(
                  "java-external-tuned",
                  "jdk",
                  PLAIN,
                  Version.ofRuntime(),
                  DocumentedErrors.HALF_WRITTEN_STREAMS,
                  JavaExternal::tuned)
              .with(JavaExternal.SETTINGS),
          entry(
                  "java-external-direct",
                  "jdk",
                  PLAIN,
                  Version.ofRuntime(),
                  DocumentedErrors.EXTERNALIZABLE,
                  JavaExternalDirect::new)
              .with(JavaExternal.SETTINGS),
          entry("xml", "xstream", PLAIN, XSTREAM, DocumentedErrors.XSTREAM, XmlXstream::shape)
              .with(XmlXstream.SETTINGS),
          entry("xml-lean", "xstream", PLAIN, XSTREAM, DocumentedErrors.XSTREAM, XmlXstream::lean)
              .with(XmlXstream.LEAN),
          entry(
                  "xml-jaxb",
                  "jdk-stax",
                  PLAIN,
                  JAXB_BY_JDK,
                  DocumentedErrors.JAXB_JDK,
                  tree -> XmlJaxb.ofJdk(tree, false))
              .with(XmlJaxb.SETTINGS),
          entry(
                  "xml-jaxb",
                  "woodstox",
                  PLAIN,
                  WOODSTOX,
                  DocumentedErrors.JAXB_WOODSTOX,
                  tree -> XmlJaxb.ofWoodstox(tree, false))
              .with(XmlJaxb.OF_WOODSTOX),
          entry(
                  "xml-jaxb",
                  "streams",
                  PLAIN,
                  JAXB_BY_JDK,
                  DocumentedErrors.JAXB_STREAMS,
                  XmlJaxbStreams::new)
              .with(XmlJaxbStreams.SETTINGS),
          reader(
                  "xml-jaxb",
                  "jdk-stax-xsd",
                  JAXB_BY_JDK,
                  DocumentedErrors.JAXB_JDK,
                  tree -> XmlJaxb.ofJdk(tree, true))
              .with(XmlJaxb.VALIDATED),
          reader(
                  "xml-jaxb",
                  "woodstox-xsd",
                  WOODSTOX,
                  DocumentedErrors.JAXB_WOODSTOX,
                  tree -> XmlJaxb.ofWoodstox(tree, true))
              .with(XmlJaxb.VALIDATED_BY_WOODSTOX));

  private Codecs() {}

  public static List<CodecEntry> all() {
    return ALL;
  }

  private static CodecEntry entry(
      String format,
      String library,
      Model model,
      Version version,
      LibraryErrors errors,
      Function<Tree, Codec> open) {
    return CodecEntry.of(format, library, model, version, errors, open);
  }

  private static CodecEntry reader(
      String format,
      String library,
      Version version,
      LibraryErrors errors,
      Function<Tree, Codec> open) {
    return new CodecEntry(format, library, PLAIN, version, errors, open, false, false, false);
  }

  /** A codec of plain objects that also has values without a schema. */
  private static CodecEntry bare(
      String format,
      String library,
      boolean canonical,
      Version version,
      LibraryErrors errors,
      Function<Tree, Codec> open) {
    return new CodecEntry(format, library, PLAIN, version, errors, open, canonical, true, true);
  }
}
