package wirebed.peer;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Hessian 2, written byte by byte, that names a class of the sender's choice. */
final class HostileHessian {
  private HostileHessian() {}

  /** An object, a typed map, a typed list with an object in it, and an object as a key. */
  static List<byte[]> values(String name) throws IOException {
    return values(name, 0);
  }

  /**
   * @param definitions the number of classes that were defined before
   */
  private static List<byte[]> values(String name, int definitions) throws IOException {
    byte[] object =
        concat(definition(name, "value"), new byte[] {(byte) (0x60 + definitions)}, text("abc"));
    byte[] typedMap =
        concat(new byte[] {'M'}, text(name), text("value"), text("abc"), new byte[] {'Z'});
    byte[] typedList = concat(new byte[] {0x71}, text("[" + name), typedMap);
    byte[] key = concat(new byte[] {'H'}, typedMap, new byte[] {(byte) 0x91, 'Z'});
    byte[] ofList = concat(new byte[] {0x71}, text(name), text("abc"));
    return List.of(object, typedMap, typedList, key, ofList);
  }

  /** The same values in the one field of an object. */
  static List<byte[]> held(String holder, String field, String name) throws IOException {
    List<byte[]> result = new ArrayList<>();
    for (byte[] value : values(name, 1)) {
      result.add(concat(definition(holder, field), new byte[] {0x60}, value));
    }
    return result;
  }

  private static byte[] definition(String name, String field) throws IOException {
    return concat(new byte[] {'C'}, text(name), new byte[] {(byte) 0x91}, text(field));
  }

  private static byte[] text(String text) throws IOException {
    byte[] chars = text.getBytes(StandardCharsets.US_ASCII);
    return chars.length < 32
        ? concat(new byte[] {(byte) chars.length}, chars)
        : concat(new byte[] {0x30, (byte) chars.length}, chars);
  }

  private static byte[] concat(byte[]... pieces) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] piece : pieces) {
      bytes.write(piece);
    }
    return bytes.toByteArray();
  }
}
