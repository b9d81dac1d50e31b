package wirebed.peer;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Java's object streams, written byte by byte, that name a class of the sender's choice. */
final class HostileStreams {
  interface Body {
    void write(DataOutputStream out) throws IOException;
  }

  private static final String STOCK = "com.polarsparc.data.interchange.Stock";

  private HostileStreams() {}

  /** An object, an array, a class; in a list, as a key, in a field. */
  static List<byte[]> streams(String name) throws IOException {
    return List.of(
        stream(out -> out.write(object(name))),
        stream(
            out -> {
              out.write(0x75);
              description(out, "[L" + name + ";", 0, 2);
              out.writeInt(1);
              out.write(object(name));
            }),
        stream(
            out -> {
              out.write(0x76);
              description(out, name, 1, name.endsWith("External") ? 0x0c : 2);
            }),
        stream(
            out -> {
              collection(out, "java.util.HashSet", -5024744406713321676L);
              out.write(new byte[] {0x77, 12, 0, 0, 0, 16, 0x3f, 0x40, 0, 0, 0, 0, 0, 1});
              out.write(object(name));
              out.write(0x78);
            }),
        stream(
            out -> {
              out.write(0x7d); // a proxy of one interface
              out.writeInt(1);
              out.writeUTF(name);
              out.write(new byte[] {0x78, 0x70});
            }),
        held(STOCK, "symbol", "Ljava/lang/String;", object(name)));
  }

  /** A stream of one object with one field. */
  static byte[] held(String holder, String field, String type, byte[] value) throws IOException {
    return stream(out -> holder(out, holder, field, type, value));
  }

  static byte[] stream(Body body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(0xaced0005);
    body.write(out);
    return bytes.toByteArray();
  }

  static byte[] object(String name) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.write(0x73);
    boolean external = name.endsWith("External");
    description(out, name, 1, external ? 0x0c : 2);
    if (external) {
      out.write(0x78);
    }
    return bytes.toByteArray();
  }

  private static void description(DataOutputStream out, String name, long version, int flags)
      throws IOException {
    out.write(0x72);
    out.writeUTF(name);
    out.writeLong(version);
    out.write(flags);
    out.writeShort(0);
    out.write(new byte[] {0x78, 0x70});
  }

  private static void collection(DataOutputStream out, String name, long version)
      throws IOException {
    out.write(0x73);
    description(out, name, version, 3);
  }

  private static void holder(
      DataOutputStream out, String name, String field, String type, byte[] value)
      throws IOException {
    out.write(new byte[] {0x73, 0x72});
    out.writeUTF(name);
    out.writeLong(1);
    out.write(2);
    out.writeShort(1);
    out.write('L');
    out.writeUTF(field);
    out.write(0x74);
    out.writeUTF(type);
    out.write(new byte[] {0x78, 0x70});
    out.write(value);
  }

  /** The stream of the article's Stock with another object instead of the text "ABCD". */
  static byte[] planted(byte[] wire, byte[] object) {
    String text = new String(wire, StandardCharsets.ISO_8859_1);
    int at = text.indexOf("t\0\4ABCD");
    if (at < 0) {
      return null; // the texts are block data, which cannot name a class
    }
    String before = text.substring(0, at);
    String behind = text.substring(at + 7);
    return (before + new String(object, StandardCharsets.ISO_8859_1) + behind)
        .getBytes(StandardCharsets.ISO_8859_1);
  }
}
