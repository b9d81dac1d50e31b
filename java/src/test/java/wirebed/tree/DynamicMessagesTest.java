package wirebed.tree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorSet;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import com.google.protobuf.TextFormat;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

  @Test
  void anEnumIsItsNumberWhateverNameStoodInTheText() throws Exception {
    for (Tree tree : List.of(Interop.TREE, DESCRIPTORS)) {
      MessageType type = tree.type("interop.Enums");
      Message.Builder read = type.prototype().newBuilderForType();
      TextFormat.merge("day: SAMSTAG", read);
      assertEquals(
          "day: SATURDAY\n", TextFormat.printer().printToString(type.settled(read.build())));
    }
  }

  @Test
  void aFileThatTheLibraryRefusesIsLeftOutWithAllThatImportIt(@TempDir Path folder)
      throws Exception {
    FileDescriptorSet files =
        FileDescriptorSet.newBuilder()
            .addFile(file("good.proto", "Good"))
            .addFile(
                file("bad.proto", "Bad")
                    .addMessageType(DescriptorProto.newBuilder().setName("Bad")))
            .addFile(file("user.proto", "User").addDependency("bad.proto"))
            .build();
    Files.write(folder.resolve("schema.binpb"), files.toByteArray());
    Tree tree = Tree.ofDescriptors(folder);
    assertTrue(tree.has("t.Good", Model.MESSAGE));
    assertFalse(tree.has("t.Bad.Inner", Model.MESSAGE));
    assertTrue(tree.whyNot("t.Bad.Inner").startsWith("bad.proto: "), tree.whyNot("t.Bad.Inner"));
    assertEquals(tree.whyNot("t.Bad"), tree.whyNot("t.User"));
  }

  private static FileDescriptorProto.Builder file(String name, String message) {
    DescriptorProto inner = DescriptorProto.newBuilder().setName("Inner").build();
    return FileDescriptorProto.newBuilder()
        .setName(name)
        .setPackage("t")
        .addMessageType(DescriptorProto.newBuilder().setName(message).addNestedType(inner));
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
