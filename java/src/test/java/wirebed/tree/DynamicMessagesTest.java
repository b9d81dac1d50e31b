package wirebed.tree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import wirebed.Interop;
import wirebed.protocol.Model;

/** A tree of descriptors alone, beside the classes that protoc generates for it. */
class DynamicMessagesTest {
  private static final Tree DESCRIPTORS = Tree.ofDescriptors(Interop.FOLDER);

  @Test
  void aStockIsBuiltAndViewed() {
    MessageType stock = DESCRIPTORS.type("interop.Stock");
    Object built = stock.bridge(Model.MESSAGE).build(Interop.stock());
    assertInstanceOf(DynamicMessage.class, built);
    assertArrayEquals(Interop.stock(), stock.bridge(Model.MESSAGE).view(built));
  }

  @Test
  void aMapEntryIsNoMessageOfTheTree() {
    assertFalse(DESCRIPTORS.has("interop.MapKeys.FInt32Entry", Model.MESSAGE));
  }

  @ParameterizedTest
  @CsvSource({
    "a key twice, interop.MapKeys, 0a050801120161 0a050801120162",
    "an unknown field in an entry, interop.MapKeys, 0a0708011201611805",
    "a closed enum's unknown number, interop.Closed, 22050a0161100722050a01621000",
  })
  void aParsedMapIsThatOfTheGeneratedClass(String what, String message, String hex)
      throws Exception {
    byte[] wire = HexFormat.of().parseHex(hex.replace(" ", ""));
    assertEquals(settled(Interop.TREE, message, wire), settled(DESCRIPTORS, message, wire), what);
  }

  /** The view and the bytes of what a tree makes of some bytes. */
  private static String settled(Tree tree, String message, byte[] wire) throws Exception {
    MessageType type = tree.type(message);
    Message read = type.settled(type.prototype().getParserForType().parsePartialFrom(wire));
    HexFormat hex = HexFormat.of();
    String view = hex.formatHex(type.bridge(Model.MESSAGE).view(read));
    return view + " " + hex.formatHex(read.toByteArray());
  }
}
