package wirebed.codec;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.ExtensionRegistry;
import com.google.protobuf.Message;
import com.google.protobuf.Parser;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import wirebed.refusal.EndOfStreamException;

/** The options of the format, as calls of protobuf-java (proto/wirebed/README.md, "Options"). */
final class ProtobufStream {
  private ProtobufStream() {}

  static byte[] deterministic(Message message) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    out.useDeterministicSerialization();
    message.writeTo(out);
    out.flush();
    return bytes.toByteArray();
  }

  /** The message this many times, each after its length. */
  static byte[] delimited(Message message, int times) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < times; i++) {
      message.writeDelimitedTo(out);
    }
    return out.toByteArray();
  }

  /** The last of this many messages, which may lack required fields. */
  static Message lastOf(
      byte[] wire, int times, Parser<? extends Message> parser, ExtensionRegistry extensions)
      throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(wire);
    Message last = null;
    for (int i = 0; i < times; i++) {
      last = parser.parsePartialDelimitedFrom(in, extensions);
      if (last == null) {
        throw new EndOfStreamException();
      }
    }
    return last;
  }
}
