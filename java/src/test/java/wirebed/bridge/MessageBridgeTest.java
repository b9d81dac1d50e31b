package wirebed.bridge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import wirebed.Interop;
import wirebed.protocol.Model;
import wirebed.refusal.RefusedException;

class MessageBridgeTest {
  private static Bridge bridge(String message) {
    return Interop.type(message).bridge(Model.MESSAGE);
  }

  @Test
  void theStockComesBack() {
    Bridge bridge = bridge("interop.Stock");
    assertArrayEquals(Interop.stock(), bridge.view(bridge.build(Interop.stock())));
  }

  @Test
  void absentFieldsShowTheirDefaultsOnRequest() {
    // The first value of a closed enum is its default; a list is never absent.
    String closed = hex("r\u000e\0interop.Closed");
    closed += "01000000" + "6165" + "01000000" + "02000000" + "6c00000000";
    closed += "03000000" + "6c00000000" + "04000000" + "6d00000000" + "00000000";
    assertEquals(closed, HexFormat.of().formatHex(empty("interop.Closed", true)));
    // A oneof shows no default.
    assertArrayEquals(empty("interop.Choice", false), empty("interop.Choice", true));
    String explicit = HexFormat.of().formatHex(empty("interop.Explicit", true));
    assertTrue(explicit.contains("01000000" + "6169" + "0000000000000000"), explicit);
  }

  private static byte[] empty(String message, boolean defaults) {
    return bridge(message).view(Interop.type(message).prototype(), defaults);
  }

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void aCycleIsRefused() {
    Bridge bridge = bridge("interop.Node");
    byte[] view = Interop.cycle();
    assertThrows(RefusedException.class, () -> bridge.build(view));
  }

  @Test
  void aSharedObjectBecomesTwoEqualOnes() {
    ViewWriter view = new ViewWriter();
    Interop.node(view, "root");
    view.field(3);
    view.list(2);
    int first = Interop.node(view, "child");
    Interop.endNode(view);
    view.sameAs(first);
    view.field(4);
    view.map(0);
    view.field(5);
    view.list(0);
    view.end();
    Bridge bridge = bridge("interop.Node");
    Message node = (Message) bridge.build(view.toByteArray());
    List<?> others = (List<?>) node.getField(node.getDescriptorForType().findFieldByName("others"));
    assertEquals(others.get(0), others.get(1));
    ViewWriter copies = new ViewWriter();
    Interop.node(copies, "root");
    copies.field(3);
    copies.list(2);
    for (int i = 0; i < 2; i++) {
      Interop.node(copies, "child");
      Interop.endNode(copies);
    }
    copies.field(4);
    copies.map(0);
    copies.field(5);
    copies.list(0);
    copies.end();
    assertArrayEquals(copies.toByteArray(), bridge.view(node));
  }

  @Test
  void extensionsFollowTheFields() {
    ViewWriter view = Interop.record("interop.Extended");
    view.field(1);
    view.text("a");
    view.field(100);
    view.integer(7);
    view.field(101);
    view.list(1);
    view.text("b");
    view.end();
    Bridge bridge = bridge("interop.Extended");
    assertArrayEquals(view.toByteArray(), bridge.view(bridge.build(view.toByteArray())));
  }

  @Test
  void anExtensionThatIsNotSetIsAbsent() {
    ViewWriter view = Interop.record("interop.Extended");
    view.end();
    Bridge bridge = bridge("interop.Extended");
    assertArrayEquals(view.toByteArray(), bridge.view(bridge.build(view.toByteArray())));
  }

  @Test
  void uncheckedTextIsKeptAsBytesAndReadAsJavaReadsIt() {
    ViewWriter view = Interop.record("interop.Text2");
    view.field(1);
    view.nodes(HexFormat.of().parseHex("7801000000ff"));
    view.end();
    Message text = (Message) bridge("interop.Text2").build(view.toByteArray());
    assertEquals("0a01ff", HexFormat.of().formatHex(text.toByteArray()));
    assertEquals("\ufffd", text.getField(text.getDescriptorForType().findFieldByNumber(1)));
  }

  @Test
  void checkedTextMustFitInAString() {
    ViewWriter view = Interop.record("interop.Text");
    view.field(1);
    view.nodes(HexFormat.of().parseHex("7801000000ff"));
    view.end();
    Bridge bridge = bridge("interop.Text");
    assertThrows(RefusedException.class, () -> bridge.build(view.toByteArray()));
  }

  @Test
  void aClosedEnumHasNoOtherNumbers() {
    ViewWriter view = Interop.record("interop.Closed");
    view.field(1);
    view.enumeration(99);
    view.end();
    Bridge bridge = bridge("interop.Closed");
    assertThrows(RefusedException.class, () -> bridge.build(view.toByteArray()));
  }

  @Test
  void aFieldOfAClosedEnumKeepsItsNumbers() {
    ViewWriter view = Interop.record("interop.Closed");
    view.field(1);
    view.enumeration(2);
    view.field(2);
    view.list(2);
    view.enumeration(1);
    view.enumeration(2);
    view.field(3);
    view.list(0);
    view.field(4);
    view.map(1);
    view.text("a");
    view.enumeration(2);
    view.end();
    Bridge bridge = bridge("interop.Closed");
    assertArrayEquals(view.toByteArray(), bridge.view(bridge.build(view.toByteArray())));
  }

  @Test
  void theOrderOfFieldsChangesNoMessage() {
    ViewWriter forwards = Interop.record("interop.Range");
    forwards.field(1);
    forwards.single(1.5f);
    forwards.field(2);
    forwards.single(2.5f);
    forwards.end();
    ViewWriter backwards = Interop.record("interop.Range");
    backwards.field(2);
    backwards.single(2.5f);
    backwards.field(1);
    backwards.single(1.5f);
    backwards.end();
    Bridge bridge = bridge("interop.Range");
    assertArrayEquals(forwards.toByteArray(), bridge.view(bridge.build(backwards.toByteArray())));
  }

  @Test
  void theLastOfAFieldThatStandsTwiceCounts() {
    ViewWriter view = Interop.record("interop.Sets");
    for (int number : new int[] {5, 7}) {
      view.field(1);
      view.set(1);
      view.integer(number);
    }
    view.end();
    Message sets = (Message) bridge("interop.Sets").build(view.toByteArray());
    assertEquals(List.of(7), sets.getField(sets.getDescriptorForType().findFieldByNumber(1)));
  }

  @Test
  void reflectionIsForFewFieldsOnly() {
    // A closed enum has no accessors of its numbers; getClass() is Java's.
    MessageShapes shapes =
        new MessageShapes(
            type -> Interop.type(type.getFullName()).prototype(), List.of(), field -> false);
    List<String> reflective = new ArrayList<>();
    for (String message : List.of("interop.Closed", "interop.names.Keywords", "interop.Scalars")) {
      Message prototype = Interop.type(message).prototype();
      for (FieldDescriptor field : prototype.getDescriptorForType().getFields()) {
        if (GeneratedAccess.of(prototype, field, shapes) == null) {
          reflective.add(field.getName());
        }
      }
    }
    assertEquals(List.of("color", "colors", "packed_colors", "by_name", "class"), reflective);
  }

  @Test
  void editReplacesAndClears() {
    Bridge bridge = bridge("interop.Stock");
    ViewWriter set = Interop.record("interop.Stock");
    set.field(1);
    set.text("EFGH");
    set.end();
    Message edited =
        (Message) bridge.edit(bridge.build(Interop.stock()), set.toByteArray(), List.of(5));
    assertEquals("EFGH", edited.getField(edited.getDescriptorForType().findFieldByNumber(1)));
    var prices = edited.getDescriptorForType().findFieldByNumber(5);
    assertEquals(0, edited.getRepeatedFieldCount(prices));
  }
}
