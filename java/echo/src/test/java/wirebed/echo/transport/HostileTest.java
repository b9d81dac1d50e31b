package wirebed.echo.transport;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import wirebed.echo.Interop;

/**
 * Offenders get an error or are closed within a deadline of a second, and another client is served
 * meanwhile.
 */
class HostileTest {
  private static final String LINE = "json/jackson interop.Person";
  private static final String[] OPTIONS = {"--deadline", "1", "--max-message", "1000000"};
  private static final int PATIENCE_MILLIS = 4_000;

  /** What offenders send, after which they are silent. */
  private static Map<String, byte[]> offences(String transport) {
    Map<String, byte[]> offences = new TreeMap<>();
    byte[] random = new byte[1000];
    new java.util.Random(13).nextBytes(random);
    offences.put("garbage", random);
    switch (transport) {
      case "socket" -> {
        byte[] asked = frame(LINE.length(), LINE);
        offences.put("half a length", join(asked, new byte[] {0, 0}));
        offences.put("half a frame", join(asked, frame(100, "{")));
        offences.put("the longest frame", join(asked, frame(Integer.MAX_VALUE, "{")));
      }
      case "http" -> {
        offences.put("half a header", "POST /echo HTT".getBytes(ISO_8859_1));
        offences.put("half a body", post("100", "{"));
        offences.put("the longest body", post("2147483647", "{"));
        offences.put("a body without an end", post(null, "5\r\n{"));
      }
      default -> {
        offences.put("half a preface", Http2.PREFACE.substring(0, 9).getBytes(ISO_8859_1));
        offences.put("half a frame", join(Http2.opening(), new byte[] {0, 0, 9}));
        // The call gets an error, and the connection stays.
        offences.put("half a payload", Http2.call(LINE, Http2.data(100, 3)));
        offences.put("the longest payload", Http2.call(LINE, Http2.data(0x7fffffff, 3)));
      }
    }
    return offences;
  }

  static Stream<Arguments> offences() {
    return Stream.of("socket", "http", "grpc")
        .flatMap(
            transport ->
                offences(transport).keySet().stream().map(name -> Arguments.of(transport, name)));
  }

  @ParameterizedTest
  @MethodSource("offences")
  void anOffenderIsClosed(String transport, String offence) throws Exception {
    try (Listener listener = Interop.serve(transport, Interop.echoers(), OPTIONS);
        Socket offender = open(listener)) {
      offender.getOutputStream().write(offences(transport).get(offence));
      try (Socket leaver = open(listener)) {
        leaver.getOutputStream().write(offences(transport).get(offence));
      }
      assertServes(transport, listener);
      assertTrue(
          transport.equals("grpc") && offence.endsWith("payload")
              ? Http2.hasTrailers(offender)
              : ends(offender),
          "the offender is still connected");
      assertServes(transport, listener);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"socket", "http", "grpc"})
  void aThousandIdleConnectionsKeepNobodyFromBeingServed(String transport) throws Exception {
    List<Socket> idle = new ArrayList<>();
    try (Listener listener = Interop.serve(transport, Interop.echoers())) {
      for (int i = 0; i < 1000; i++) {
        idle.add(open(listener));
      }
      assertServes(transport, listener);
    } finally {
      for (Socket socket : idle) {
        socket.close();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"socket", "http"})
  void aClientThatDoesNotReadIsClosed(String transport) throws Exception {
    String json = "{\"name\":\"" + "x".repeat(200_000) + "\"}";
    byte[] payload =
        transport.equals("http")
            ? post(String.valueOf(json.length()), json)
            : frame(json.length(), json);
    try (Listener listener = Interop.serve(transport, Interop.echoers(), OPTIONS);
        Socket offender = open(listener)) {
      Thread writer = new Thread(() -> writeForever(transport, offender, payload));
      writer.start();
      assertServes(transport, listener);
      writer.join(PATIENCE_MILLIS);
      assertTrue(!writer.isAlive(), "the offender can still write, or waits to");
    }
  }

  /** Returns when the server has closed the connection. */
  private static void writeForever(String transport, Socket socket, byte[] payload) {
    try {
      OutputStream out = socket.getOutputStream();
      if (transport.equals("socket")) {
        out.write(frame(LINE.length(), LINE));
      }
      while (true) {
        out.write(payload);
      }
    } catch (IOException e) {
      // The end.
    }
  }

  private static Socket open(Listener listener) throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), listener.port());
  }

  private static void assertServes(String transport, Listener listener) throws Exception {
    try (Connection connection = Interop.connect(transport, listener.port(), "json/jackson")) {
      assertArrayEquals(Interop.json("Ada"), connection.exchange(Interop.json("Ada")));
    }
  }

  private static boolean ends(Socket socket) throws IOException {
    socket.setSoTimeout(PATIENCE_MILLIS);
    try {
      while (socket.getInputStream().read() >= 0) {
        // An error, before the end.
      }
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true; // reset
    }
  }

  private static byte[] frame(int claimed, String begin) {
    byte[] header = {
      (byte) (claimed >>> 24), (byte) (claimed >>> 16), (byte) (claimed >>> 8), (byte) claimed
    };
    return join(header, begin.getBytes(ISO_8859_1));
  }

  private static byte[] post(String length, String begin) {
    String body = length == null ? "Transfer-Encoding: chunked" : "Content-Length: " + length;
    String text =
        "POST /echo HTTP/1.1\r\nHost: me\r\nWirebed-Echo: " + LINE + "\r\n" + body + "\r\n\r\n";
    return (text + begin).getBytes(ISO_8859_1);
  }

  private static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    Arrays.stream(parts).forEach(all::writeBytes);
    return all.toByteArray();
  }
}
