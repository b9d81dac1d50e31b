package wirebed.bridge;

import java.io.ByteArrayOutputStream;

/** UTF-8 with lone surrogates as three bytes each, so that it has every Java String. */
final class GeneralizedUtf8 {
  private GeneralizedUtf8() {}

  /** Whether a text has a lone surrogate, which UTF-8 cannot express. */
  static boolean isNeededFor(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (Character.isSurrogate(c)) {
        boolean pair = i + 1 < value.length() && Character.isSurrogatePair(c, value.charAt(i + 1));
        if (!pair) {
          return true;
        }
        i++;
      }
    }
    return false;
  }

  static byte[] encode(String value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(value.length() * 3);
    value.codePoints().forEach(point -> put(out, point));
    return out.toByteArray();
  }

  private static void put(ByteArrayOutputStream out, int point) {
    if (point < 0x80) {
      out.write(point);
    } else if (point < 0x800) {
      out.write(0xc0 | point >> 6);
      out.write(0x80 | point & 0x3f);
    } else if (point < 0x10000) {
      out.write(0xe0 | point >> 12);
      out.write(0x80 | point >> 6 & 0x3f);
      out.write(0x80 | point & 0x3f);
    } else {
      out.write(0xf0 | point >> 18);
      out.write(0x80 | point >> 12 & 0x3f);
      out.write(0x80 | point >> 6 & 0x3f);
      out.write(0x80 | point & 0x3f);
    }
  }

  /** The text of these bytes, or null if no String can hold them. */
  static String decode(byte[] bytes) {
    StringBuilder text = new StringBuilder(bytes.length);
    for (int at = 0; at < bytes.length; ) {
      int first = bytes[at] & 0xff;
      int more = first < 0x80 ? 0 : first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
      if (first >= 0x80 && first < 0xc2 || first > 0xf4 || at + more >= bytes.length) {
        return null;
      }
      int point = more == 0 ? first : first & (0x3f >> more);
      for (int i = 1; i <= more; i++) {
        int next = bytes[at + i] & 0xff;
        if ((next & 0xc0) != 0x80) {
          return null;
        }
        point = point << 6 | next & 0x3f;
      }
      if (point > Character.MAX_CODE_POINT || shortest(point) != more) {
        return null;
      }
      text.appendCodePoint(point);
      at += more + 1;
    }
    return text.toString();
  }

  private static int shortest(int point) {
    return point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  }
}
