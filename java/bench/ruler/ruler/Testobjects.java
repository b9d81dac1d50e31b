package ruler;

import com.robert_franz.serialize.Testobject;

/** The Testobject of the article. */
final class Testobjects {
  private Testobjects() {}

  static Testobject article() {
    return of("abc", 100, 42);
  }

  static Testobject of(String a, int b, long c) {
    Testobject made = new Testobject();
    made.setA(a);
    made.setB(b);
    made.setC(c);
    return made;
  }

  /** The raw bytes of one with a text of this length: the length, UTF-16, an int and a long. */
  static int rawSize(int length) {
    return Integer.BYTES + length * Character.BYTES + Integer.BYTES + Long.BYTES;
  }
}
