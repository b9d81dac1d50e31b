package wirebed.codec;

import static wirebed.protocol.Model.MESSAGE;
import static wirebed.protocol.Model.PLAIN;

import wirebed.codec.streams.ObjectStreams;

/** Codecs of the list that need no library beside protobuf's: the other peers have them, too. */
public final class CoreCodecs {
  private static final Settings NONE =
      Settings.NONE.code(
          "it holds an object and writes no bytes", "It shows what the objects of Java can hold.");
  private static final Version PROTOBUF_JAVA =
      Version.ofJar("protobuf-java", "com/google/protobuf/Message.class");

  public static final CodecEntry NONE_MESSAGE =
      CodecEntry.of(
              "none",
              "message",
              MESSAGE,
              PROTOBUF_JAVA,
              LibraryErrors.NONE,
              tree -> new NoneMessage())
          .with(NONE);
  public static final CodecEntry NONE_PLAIN =
      CodecEntry.of(
              "none",
              "plain",
              PLAIN,
              Version.ofRuntime(),
              LibraryErrors.NONE,
              tree -> new NonePlain())
          .with(NONE);
  public static final CodecEntry PROTOBUF =
      CodecEntry.of(
              "protobuf",
              "protobuf-java",
              MESSAGE,
              PROTOBUF_JAVA,
              DocumentedErrors.PROTOBUF,
              Protobuf::new)
          .with(Protobuf.SETTINGS);
  public static final CodecEntry JAVA_SERIAL =
      CodecEntry.of(
              "java-serial",
              "jdk",
              PLAIN,
              Version.ofRuntime(),
              DocumentedErrors.OBJECT_STREAMS,
              JavaSerial::new)
          .with(ObjectStreams.SETTINGS);

  private CoreCodecs() {}
}
