package wirebed.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import wirebed.Interop;
import wirebed.protocol.Model;

/** A message of a single field, for which protoc generates no class. */
class PlainOnlyTest {
  private static final String SINGLE = "interop.fields.Blob.value";

  @Test
  void thereAreOnlyPlainObjectsOfIt() {
    assertTrue(Interop.TREE.has(SINGLE, Model.PLAIN));
    assertFalse(Interop.TREE.has(SINGLE, Model.MESSAGE));
    assertEquals("value", Interop.TREE.type(SINGLE).plainClass().getSimpleName());
  }

  @Test
  void noAnyHoldsIt() {
    assertFalse(
        Interop.TREE.descriptors().stream().anyMatch(one -> one.getFullName().equals(SINGLE)));
    assertTrue(
        Interop.TREE.descriptors().stream()
            .anyMatch(one -> one.getFullName().equals("interop.Blob")));
  }
}
