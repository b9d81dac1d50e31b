package wirebed.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import wirebed.Interop;
import wirebed.bridge.ViewWriter;
import wirebed.protocol.Model;
import wirebed.tree.MessageType;

/** The three codecs of the raw layout: what they write, and what they refuse. */
class RawTest {
  private static final String TESTOBJECT = "03000000610062006300640000002a00000000000000";

  static List<Codec> all() {
    return List.of(
        new RawByteBuffer(Interop.TREE),
        new RawUnsafe(Interop.TREE),
        new RawVarHandle(Interop.TREE));
  }

  private static byte[] write(Codec codec, String message, byte[] view) throws Exception {
    MessageType type = Interop.type(message);
    return codec.encode(type.bridge(Model.PLAIN).build(view), type, Map.of());
  }

  private static byte[] read(Codec codec, String message, byte[] wire) throws Exception {
    MessageType type = Interop.type(message);
    return type.bridge(Model.PLAIN).view(codec.decode(wire, type, Map.of()));
  }

  private static String refusal(Codec codec, String message, String hex) {
    byte[] wire = HexFormat.of().parseHex(hex);
    return assertThrows(Exception.class, () -> read(codec, message, wire)).getMessage();
  }

  @ParameterizedTest
  @MethodSource("all")
  void theArticlesTestobjectHas22Bytes(Codec codec) throws Exception {
    byte[] wire = write(codec, "interop.Testobject", Interop.testobject());
    assertEquals(22, wire.length);
    assertEquals(TESTOBJECT, HexFormat.of().formatHex(wire));
    assertArrayEquals(Interop.testobject(), read(codec, "interop.Testobject", wire));
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyTruncationIsRefused(Codec codec) throws Exception {
    byte[] wire = write(codec, "interop.Stock", Interop.stock());
    assertArrayEquals(Interop.stock(), read(codec, "interop.Stock", wire));
    for (int size = 0; size < wire.length; size++) {
      byte[] part = Arrays.copyOf(wire, size);
      assertThrows(Exception.class, () -> read(codec, "interop.Stock", part), "of " + size);
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void invalidBytesAreRefused(Codec codec) {
    String rest = "00".repeat(12);
    assertEquals(
        "a count of -1 with 12 bytes of input to come",
        refusal(codec, "interop.Testobject", "ffffffff" + rest));
    assertEquals(
        "a count of 2147483647 with 12 bytes of input to come",
        refusal(codec, "interop.Testobject", "ffffff7f" + rest));
    assertEquals(
        "trailing bytes after the value", refusal(codec, "interop.Testobject", TESTOBJECT + "00"));
    assertEquals("a byte 2 that says null or not", refusal(codec, "interop.Tower", "0000000002"));
    assertEquals("an element is null", refusal(codec, "interop.Tree", "000000000100000000"));
    assertEquals(
        "a count of 1073741823 with 0 bytes of input to come",
        refusal(codec, "interop.Arrays", "ffffff3f"));
    assertEquals("not a decimal: x", refusal(codec, "interop.Decimals", "010000007800"));
  }

  @ParameterizedTest
  @MethodSource("all")
  void depthIsLimitedInBothDirections(Codec codec) throws Exception {
    String words = "more than 256 objects inside each other, or a cycle";
    String end = "0000000000";
    read(codec, "interop.Tower", HexFormat.of().parseHex("0000000001".repeat(255) + end));
    assertEquals(words, refusal(codec, "interop.Tower", "0000000001".repeat(256) + end));
    Exception cycle =
        assertThrows(Exception.class, () -> write(codec, "interop.Node", Interop.cycle()));
    assertEquals(words, cycle.getMessage());
  }

  /** Nested lists and arrays of objects, each of which claims all the bytes that are left. */
  @ParameterizedTest
  @MethodSource("all")
  void memoryForObjectsGrowsAsTheyAreRead(Codec codec) throws Exception {
    for (String message : List.of("interop.Tree", "interop.Node")) {
      ByteBuffer wire = ByteBuffer.allocate(400_000).order(ByteOrder.LITTLE_ENDIAN);
      for (int i = 0; i < 250; i++) {
        wire.putInt(0); // no name
        if (message.equals("interop.Node")) {
          wire.put((byte) 0).putInt(0).putInt(0); // neither a next, nor others, nor by name
        }
        wire.putInt(wire.remaining() - 4).put((byte) 1);
      }
      long before = Allocated.bytes();
      assertThrows(Exception.class, () -> read(codec, message, wire.array()));
      assertTrue(Allocated.bytes() - before < 16_000_000, message);
    }
  }

  /** More objects than memory is reserved for at first. */
  @ParameterizedTest
  @MethodSource("all")
  void manyObjectsAreRead(Codec codec) throws Exception {
    ByteBuffer wire = ByteBuffer.allocate(4 + 1 + 4 + 4 + 4 + 3000 * 18);
    wire.order(ByteOrder.LITTLE_ENDIAN).position(13);
    wire.putInt(3000);
    for (int i = 0; i < 3000; i++) {
      wire.put((byte) 1).position(wire.position() + 17);
    }
    MessageType node = Interop.type("interop.Node");
    Object read = codec.decode(wire.array(), node, Map.of());
    assertEquals(3000, ((Object[]) read.getClass().getMethod("getArray").invoke(read)).length);
    assertArrayEquals(wire.array(), codec.encode(read, node, Map.of()));
  }

  @ParameterizedTest
  @MethodSource("all")
  void aTextIsWrittenAsItsUtf16Units(Codec codec) throws Exception {
    ViewWriter view = Interop.record("interop.names.String");
    view.field(1);
    view.text("\ud83d\ude00");
    view.end();
    byte[] wire = write(codec, "interop.names.String", view.toByteArray());
    assertEquals("020000003dd800de", HexFormat.of().formatHex(wire));
    assertArrayEquals(view.toByteArray(), read(codec, "interop.names.String", wire));
  }

  @ParameterizedTest
  @MethodSource("all")
  void hostileBytesEndInAnExceptionOrAValue(Codec codec) throws Exception {
    byte[] wire = write(codec, "interop.Stock", Interop.stock());
    Random dice = new Random(1);
    int refused = 0;
    for (int i = 0; i < 5000; i++) {
      byte[] hostile = wire.clone();
      for (int n = dice.nextInt(4); n >= 0; n--) {
        hostile[dice.nextInt(hostile.length)] = (byte) dice.nextInt(256);
      }
      try {
        read(codec, "interop.Stock", hostile);
      } catch (Exception e) {
        refused++;
      }
    }
    assertTrue(refused > 1000, "refused " + refused);
  }
}
