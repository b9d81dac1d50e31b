package wirebed.echo.transport;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;

/** What a gRPC client sends, byte by byte. */
final class Http2 {
  static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int SETTINGS = 4;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;

  private Http2() {}

  static byte[] opening() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(PREFACE.getBytes(ISO_8859_1));
    out.writeBytes(frame(SETTINGS, 0, 0, new byte[0]));
    return out.toByteArray();
  }

  /** The beginning of a call of the method One. */
  static byte[] call(String line, byte[] data) {
    ByteArrayOutputStream headers = new ByteArrayOutputStream();
    literal(headers, ":method", "POST");
    literal(headers, ":scheme", "http");
    literal(headers, ":path", "/wirebed.EchoService/One");
    literal(headers, ":authority", "me");
    literal(headers, "content-type", "application/grpc");
    literal(headers, "te", "trailers");
    literal(headers, "wirebed-echo", line);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(opening());
    out.writeBytes(frame(HEADERS, END_HEADERS, 1, headers.toByteArray()));
    out.writeBytes(data);
    return out.toByteArray();
  }

  /** A message of the claimed length, of which only so many bytes follow. */
  static byte[] data(int claimed, int bytes) {
    byte[] content = new byte[5 + bytes];
    for (int i = 0; i < 4; i++) {
      content[1 + i] = (byte) (claimed >>> 8 * (3 - i));
    }
    return frame(DATA, 0, 1, content);
  }

  /** Whether the server ends the call: by headers that are the last frame of its stream. */
  static boolean hasTrailers(Socket socket) throws IOException {
    socket.setSoTimeout(4_000);
    DataInputStream in = new DataInputStream(socket.getInputStream());
    try {
      while (true) {
        int length = in.readUnsignedShort() << 8 | in.readUnsignedByte();
        int type = in.readUnsignedByte();
        int flags = in.readUnsignedByte();
        in.readInt();
        in.readFully(new byte[length]);
        if (type == HEADERS && (flags & END_STREAM) != 0) {
          return true;
        }
      }
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  private static byte[] frame(int type, int flags, int stream, byte[] content) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(content.length >>> 16);
    out.write(content.length >>> 8);
    out.write(content.length);
    out.write(type);
    out.write(flags);
    out.writeBytes(new byte[] {0, 0, 0, (byte) stream});
    out.writeBytes(content);
    return out.toByteArray();
  }

  /** A header that is neither indexed nor compressed (RFC 7541, 6.2.2). */
  private static void literal(ByteArrayOutputStream out, String name, String value) {
    out.write(0);
    out.write(name.length());
    out.writeBytes(name.getBytes(ISO_8859_1));
    out.write(value.length());
    out.writeBytes(value.getBytes(ISO_8859_1));
  }
}
