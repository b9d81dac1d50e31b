package wirebed.dubbo;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.alibaba.com.caucho.hessian.io.SerializerFactory;
import java.io.InvalidObjectException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import wirebed.bridge.Limits;
import wirebed.codec.Codec;
import wirebed.peer.MessageCodec;
import wirebed.peer.OpenCodecs;
import wirebed.peer.TaskFailure;
import wirebed.protocol.By;
import wirebed.protocol.Manner;
import wirebed.protocol.Result;
import wirebed.tree.MessageType;
import wirebed.tree.Tree;

/** hessian2/dubbo on the interop tree, which must have been built. */
class DubboTest {
  private static final Tree TREE = new Tree(Path.of("../../build/trees/interop"));
  private static final MessageType PERSON = TREE.type("interop.Person");
  private static final Codec CODEC = Dubbo.DESCRIPTION.codecs().get(1).open().apply(TREE);

  private static Object read(byte[] wire) throws Exception {
    return CODEC.decode(wire, PERSON, Map.of());
  }

  private static byte[] written(Object value) throws Exception {
    return CODEC.encode(value, PERSON, Map.of());
  }

  private static Object person(String id) throws ReflectiveOperationException {
    Object person = PERSON.plainClass().getConstructor().newInstance();
    person.getClass().getMethod("setId", String.class).invoke(person, id);
    return person;
  }

  @Test
  void aPersonWithChildrenComesBack() throws Exception {
    Object person = person("1");
    person.getClass().getMethod("setChildren", List.class).invoke(person, List.of(person("2")));
    byte[] wire = written(person);
    assertEquals(PERSON.plainClass(), read(wire).getClass());
    assertArrayEquals(wire, written(read(wire)));
  }

  /** javax.swing.JFrame{}, java.io.File{path: "/"}, java.util.Hashtable{} */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "43126a617661782e7377696e672e4a4672616d659060",
        "430c6a6176612e696f2e46696c6591047061746860012f",
        "4d136a6176612e7574696c2e486173687461626c655a"
      })
  void noClassOutsideTheListIsLoaded(String hex) throws Exception {
    byte[] wire = HexFormat.of().parseHex(hex);
    assertEquals(HashMap.class, read(wire).getClass());
    // The library keeps the names that any factory of the process has allowed.
    new SerializerFactory(TREE.loader()).getClassFactory().load("java.io.File");
    assertEquals(HashMap.class, read(wire).getClass());
  }

  /** interop.plain.Floats{single: 1.0} */
  @Test
  void aFloatFieldIsRefused() {
    byte[] wire =
        HexFormat.of().parseHex("4314696e7465726f702e706c61696e2e466c6f617473910673696e676c65605c");
    InvalidObjectException refused = assertThrows(InvalidObjectException.class, () -> read(wire));
    assertTrue(
        refused.getMessage().startsWith("the field single is a float"), refused.getMessage());
  }

  @Test
  void whatHoldsOthersIsNoElementOfASetAndNoKey() throws Exception {
    Object person = person("1");
    person.getClass().getMethod("setChildren", List.class).invoke(person, new ArrayList<>());
    for (Object value :
        List.of(new HashSet<>(Set.of(person)), new HashMap<>(Map.of(person, "x")))) {
      byte[] wire = written(value);
      assertTimeoutPreemptively(
          Duration.ofSeconds(60),
          () -> assertThrows(InvalidObjectException.class, () -> read(wire)));
    }
    Set<Object> leaves =
        new HashSet<>(List.of("text", 1, 1L << 40, 0.5, true, new BigDecimal("1.50")));
    assertEquals(leaves, read(written(leaves)));
  }

  /** java.math.BigDecimal{value: "1" + 100,000 times "0"} */
  @Test
  void aDecimalOfTooManyDigitsIsRefused() throws Exception {
    byte[] wire = written(new BigDecimal("1" + "0".repeat(100_000)));
    assertThrows(Limits.TooLong.class, () -> read(wire));
  }

  @ParameterizedTest
  @CsvSource({"430190, TYPED, LIBRARY", "4e4e, TYPED, CODEC", "7f, TYPED, CODEC"})
  void aFailureSaysWhoRefused(String hex, Manner manner, By by) {
    MessageCodec codec =
        new OpenCodecs(TREE, Dubbo.DESCRIPTION.codecs())
            .of("hessian2/dubbo", "interop.Person", Map.of());
    TaskFailure failure =
        assertThrows(TaskFailure.class, () -> codec.decode(HexFormat.of().parseHex(hex)));
    Result.Builder result = Result.newBuilder();
    failure.into(result);
    assertEquals(manner, result.getDecodeError().getManner(), result::toString);
    assertEquals(by, result.getDecodeError().getBy(), result::toString);
  }
}
