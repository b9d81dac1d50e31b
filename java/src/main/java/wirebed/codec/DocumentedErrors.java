package wirebed.codec;

/**
 * The errors that each library documents for input that it refuses, at the version of pom.xml. A
 * clause `throws` in a signature counts as documentation, and the authority says where there is
 * nothing more.
 */
public final class DocumentedErrors {
  private static final String IO = "java.io.IOException";

  private static final LibraryErrors OF_PROTOBUF =
      LibraryErrors.of("com.google.protobuf.")
          .documents(
              "com.google.protobuf.UninitializedMessageException",
              "MessageLite.Builder.build(), @throws UninitializedMessageException");

  static final LibraryErrors PROTOBUF =
      OF_PROTOBUF
          .documents(
              "com.google.protobuf.InvalidProtocolBufferException",
              "Parser.parsePartialFrom(byte[], ExtensionRegistryLite), throws"
                  + " InvalidProtocolBufferException; its class: \"a protocol message being parsed is"
                  + " invalid in some way\"")
          .leavesObject(
              "InvalidProtocolBufferException.getUnfinishedMessage(): \"Returns the unfinished"
                  + " message attached to the exception\"");

  static final LibraryErrors PROTOTEXT =
      OF_PROTOBUF
          .documents(
              "com.google.protobuf.TextFormat$ParseException",
              "TextFormat.Parser.merge(CharSequence, ExtensionRegistry, Message.Builder), throws"
                  + " ParseException")
          .leavesObject(
              "TextFormat.Parser.merge(CharSequence, ExtensionRegistry, Message.Builder): \"merge the"
                  + " contents into builder\"");

  /** JsonFormat reads with Gson. */
  static final LibraryErrors PROTOJSON =
      OF_PROTOBUF
          .with("com.google.gson.")
          .documents(
              "com.google.protobuf.InvalidProtocolBufferException",
              "JsonFormat.Parser.merge(String, Message.Builder), @throws"
                  + " InvalidProtocolBufferException")
          .leavesObject(
              "JsonFormat.Parser.merge(String, Message.Builder), which merges into the builder of its"
                  + " user");

  public static final LibraryErrors JACKSON =
      LibraryErrors.of("com.fasterxml.jackson.")
          .documents(
              "com.fasterxml.jackson.core.exc.StreamReadException",
              "ObjectMapper.readValue(byte[], Class), throws StreamReadException")
          .documents(
              "com.fasterxml.jackson.databind.DatabindException",
              "ObjectMapper.readValue(byte[], Class), throws DatabindException")
          .documents(
              "com.fasterxml.jackson.core.JsonProcessingException",
              "ObjectMapper.writeValueAsBytes(Object), throws JsonProcessingException")
          .documents(
              IO,
              "ObjectMapper.readValue(byte[], Class), throws IOException; readValue(File, Class):"
                  + " \"unexpected end-of-input\"")
          // In the order of Class.getDeclaredMethods, of which the JDK says that it is none.
          .varyingIn(" \\(\\d+ known properties: [^\\]]*\\]?\\)?");

  public static final LibraryErrors GSON =
      LibraryErrors.of("com.google.gson.")
          .documents(
              "com.google.gson.JsonSyntaxException",
              "Gson.fromJson(String, Class), @throws JsonSyntaxException")
          .documents(
              "com.google.gson.JsonIOException",
              "Gson.toJson(Object, Appendable), @throws JsonIOException")
          .documents(
              "com.google.gson.JsonParseException",
              "class JsonParseException: \"If the incoming JSON is bad/malicious, an instance of"
                  + " this exception is raised\"");

  /** No library of Hessian 2 says of a method of its streams when it throws what. */
  public static final LibraryErrors CAUCHO = ofHessian("com.caucho.hessian.");

  public static final LibraryErrors LITE = ofHessian("com.alibaba.com.caucho.hessian.");

  private static LibraryErrors ofHessian(String name) {
    return LibraryErrors.of(name)
        .documents(
            name + "io.HessianFieldException",
            "class HessianFieldException: \"Exception during field reading\"")
        .documents(
            name + "io.HessianProtocolException",
            "SerializerFactory.getDeserializer(String), throws HessianProtocolException")
        .documents(
            name + "HessianException",
            "class HessianException: \"Base runtime exception for Hessian exceptions\"")
        .documents(
            IO,
            "Hessian2Input.readObject() and Hessian2Output.writeObject(Object), throws IOException");
  }

  public static final LibraryErrors OBJECT_STREAMS =
      LibraryErrors.of("java.io.")
          .documents(
              "java.lang.ClassNotFoundException",
              "ObjectInputStream.readObject(), @throws ClassNotFoundException")
          .documents(
              "java.io.InvalidClassException",
              "ObjectInputStream.readObject(), @throws InvalidClassException")
          .documents(
              "java.io.StreamCorruptedException",
              "ObjectInputStream.readObject(), @throws StreamCorruptedException")
          .documents(
              "java.io.OptionalDataException",
              "ObjectInputStream.readObject(), @throws OptionalDataException")
          .documents(
              "java.io.NotSerializableException",
              "ObjectOutputStream.writeObject(Object), @throws NotSerializableException")
          .documents(
              IO,
              "ObjectInputStream.readObject(), @throws IOException: \"Any of the usual Input/Output"
                  + " related exceptions\"");

  /** Of the codecs whose values can make writeObject fail. */
  static final LibraryErrors HALF_WRITTEN_STREAMS =
      OBJECT_STREAMS.leavesOutput(
          "ObjectOutputStream.writeObject(Object): \"All exceptions are fatal to the OutputStream,"
              + " which is left in an indeterminate state\"");

  /** Without readObject: the methods of the class are called with a stream. */
  static final LibraryErrors EXTERNALIZABLE =
      LibraryErrors.of("java.io.")
          .documents(
              "java.lang.ClassNotFoundException",
              "Externalizable.readExternal(ObjectInput), @throws ClassNotFoundException")
          .documents(
              "java.io.StreamCorruptedException",
              "ObjectInputStream(InputStream), @throws StreamCorruptedException")
          .documents(IO, "Externalizable.readExternal(ObjectInput), @throws IOException")
          .leavesObject(
              "Externalizable.readExternal(ObjectInput): \"The object implements the readExternal"
                  + " method to restore its contents\"")
          .leavesOutput(
              "Externalizable.writeExternal(ObjectOutput): \"The object implements the writeExternal"
                  + " method to save its contents\"");

  /**
   * The JDK's parser, where a codec calls it beside its library. It is Xerces under a name of the
   * JDK.
   */
  private static final String[] JDK_STAX = {
    "com.sun.org.apache.xerces.internal.", "com.sun.xml.internal.stream.", "javax.xml.stream."
  };

  private static final String STAX = "javax.xml.stream.XMLStreamException";
  private static final String STAX_READER =
      "XMLInputFactory.createXMLStreamReader(InputStream) and XMLStreamReader.next(), @throws"
          + " XMLStreamException";

  public static final LibraryErrors XSTREAM =
      LibraryErrors.of("com.thoughtworks.xstream.")
          .with(JDK_STAX)
          .documents(
              "com.thoughtworks.xstream.XStreamException",
              "XStream.unmarshal(HierarchicalStreamReader, Object) and XStream.toXML(Object,"
                  + " Writer), @throws XStreamException")
          .documents(STAX, STAX_READER)
          .leavesObject(
              "XStream.unmarshal(HierarchicalStreamReader, Object): \"populating the fields of the"
                  + " given root object instead of instantiating a new one\"");

  private static final LibraryErrors OF_JAXB =
      ofJaxb(
              "Unmarshaller.unmarshal(XMLStreamReader)",
              "Marshaller.marshal(Object, XMLStreamWriter)")
          .documents(STAX, STAX_READER);

  static final LibraryErrors JAXB_JDK = OF_JAXB.with(JDK_STAX);
  static final LibraryErrors JAXB_WOODSTOX =
      OF_JAXB
          .with("com.ctc.wstx.", "org.codehaus.stax2.", "javax.xml.stream.")
          .leavesOutput(
              "Marshaller.marshal(Object, XMLStreamWriter): \"XML will be sent to this writer\"");
  static final LibraryErrors JAXB_STREAMS =
      ofJaxb("Unmarshaller.unmarshal(Source)", "Marshaller.marshal(Object, OutputStream)")
          .with("com.sun.org.apache.xerces.internal.");

  private static LibraryErrors ofJaxb(String unmarshal, String marshal) {
    return LibraryErrors.of("org.glassfish.jaxb.", "jakarta.xml.bind.", "com.sun.istack.")
        .documents(
            "jakarta.xml.bind.UnmarshalException", unmarshal + ", @throws UnmarshalException")
        .documents("jakarta.xml.bind.MarshalException", marshal + ", @throws MarshalException")
        .documents(
            "jakarta.xml.bind.JAXBException",
            unmarshal + " and " + marshal + ", @throws JAXBException");
  }

  private DocumentedErrors() {}
}
