package wirebed.codec.xml;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamException;
import wirebed.bridge.Limits;

/**
 * Counts the declarations of namespaces in scope before the JDK's parser reads a document: the
 * parser compares each name and each declaration with all of them.
 *
 * <p>This class only finds tags. Errors in the document are left to the parser.
 */
public final class XmlScopes {
  /** Encodings in which a byte below 128 is that character of ASCII, or two of which one is 0. */
  private static final Pattern READABLE =
      Pattern.compile(
          "(?!<\\?xml[^>]*\\sencoding\\s*=)\\s*<.*"
              + "|<\\?xml[^>]*\\sencoding\\s*=\\s*['\"]"
              + "(utf-8|utf-16(le|be)?|us-ascii|iso-8859-[0-9]+|windows-125[0-9])['\"].*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private static final int OF_DECLARATION = 200;

  private final byte[] bytes;
  private int at;
  private int inScope;
  private int[] outside = new int[64]; // for each open element: the number in scope around it
  private int depth;

  private XmlScopes(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * @throws Limits.TooLong if more declarations are in scope at one place than {@link Limits}
   *     allows
   * @throws XMLStreamException if a long document is in an encoding that cannot be scanned
   */
  public static void check(byte[] wire) throws XMLStreamException {
    if (!Limits.mayHaveTooManyDeclarations(wire.length)) {
      return;
    }
    byte[] bytes = withoutZeros(wire);
    int start = bytes.length > 2 && bytes[0] < 0 ? (bytes[0] == (byte) 0xef ? 3 : 2) : 0;
    int length = Math.min(OF_DECLARATION, bytes.length - start);
    String head = new String(bytes, start, length, StandardCharsets.ISO_8859_1);
    if (!READABLE.matcher(head).matches()) {
      throw new XMLStreamException("a long document in an encoding that is no superset of ASCII");
    }
    new XmlScopes(bytes).look();
  }

  /** UTF-16 as ASCII, where the characters are of ASCII. */
  private static byte[] withoutZeros(byte[] wire) {
    byte[] kept = new byte[wire.length];
    int length = 0;
    for (byte octet : wire) {
      if (octet != 0) {
        kept[length++] = octet;
      }
    }
    return length == wire.length ? wire : Arrays.copyOf(kept, length);
  }

  private void look() {
    while (at < bytes.length) {
      if (bytes[at++] != '<') {
        continue;
      }
      if (skips("!--", "-->") || skips("![CDATA[", "]]>") || skips("?", "?>")) {
        continue;
      }
      if (is("/")) {
        inScope = depth > 0 ? outside[--depth] : 0;
      } else {
        tag();
      }
    }
  }

  /** A start tag, or an empty element. */
  private void tag() {
    int around = inScope;
    byte quote = 0;
    for (; at < bytes.length && (quote != 0 || bytes[at] != '>'); at++) {
      if (quote != 0) {
        quote = bytes[at] == quote ? 0 : quote;
      } else if (bytes[at] == '"' || bytes[at] == '\'') {
        quote = bytes[at];
      } else if (bytes[at] == 'x' && is("xmlns")) {
        Limits.declarations(++inScope);
      }
    }
    if (at < bytes.length && bytes[at - 1] == '/') {
      inScope = around;
      return;
    }
    if (depth == outside.length) {
      outside = Arrays.copyOf(outside, 2 * depth);
    }
    outside[depth++] = around;
  }

  private boolean skips(String start, String end) {
    if (!is(start)) {
      return false;
    }
    at += start.length();
    while (at < bytes.length && !is(end)) {
      at++;
    }
    at += end.length();
    return true;
  }

  private boolean is(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (at + i >= bytes.length || bytes[at + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
