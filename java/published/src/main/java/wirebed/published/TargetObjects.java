package wirebed.published;

import java.util.Arrays;
import org.meandre.tools.serialization.java.TargetObjectSerializable;
import org.meandre.tools.serialization.xstream.TargetObject;
import wirebed.published.TargetObjectSerializers.JavaStreams;
import wirebed.published.TargetObjectSerializers.Messages;
import wirebed.published.TargetObjectSerializers.PackedMessages;
import wirebed.published.TargetObjectSerializers.XmlTexts;

/**
 * S0: n texts and n zeros for n from 100 to 10,000. First each is written 50 times, then each is
 * read 50 times, as the two tests of the article's listing run one after the other.
 */
final class TargetObjects implements Program {
  private static final String TEXT = "Dummy text";

  private final String system;
  private final boolean distinct;
  private final boolean packed;
  private final boolean inside;
  private final int from;
  private final int to;
  private final int step;
  private final int warm;
  private final int rounds;

  TargetObjects(String system, Switches switches) {
    this.system = system;
    distinct = switches.word("strings", "one", "distinct").equals("distinct");
    packed = switches.word("packed", "no", "yes").equals("yes");
    inside = switches.word("build", "before", "inside").equals("inside");
    from = switches.number("from", 100);
    to = switches.number("to", 10_000);
    step = switches.number("step", 100);
    warm = switches.number("warm", 0);
    rounds = switches.number("rounds", 50);
    if ((packed || inside) && !system.equals("protobuf")) {
      throw new IllegalArgumentException("packed and build are switches of protobuf");
    }
  }

  @Override
  public String seed() {
    return "S0";
  }

  @Override
  public void run(Lines lines) throws Exception {
    Serializer last = null;
    for (int n = from; n <= to; n += step) {
      last = warmedUp(n);
      lines.times("serialize", n, 1, written(last), last.bytes.length, "");
    }
    for (int n = from; n <= to; n += step) {
      last = warmedUp(n);
      last.writeOnce();
      lines.times("deserialize", n, 1, read(last), last.bytes.length, "");
    }
    if (last != null) {
      lines.about(last.library());
    }
  }

  private Serializer warmedUp(int n) throws Exception {
    Serializer serializer = serializer(strings(n), new int[n]);
    for (int i = 0; i < warm; i++) {
      serializer.once();
    }
    return serializer;
  }

  private String[] strings(int n) {
    String[] strings = new String[n];
    Arrays.setAll(strings, i -> distinct ? new String(TEXT.toCharArray()) : TEXT);
    return strings;
  }

  private Serializer serializer(String[] sa, int[] ia) {
    switch (system) {
      case "java":
        TargetObjectSerializable serializable = new TargetObjectSerializable();
        serializable.setSa(sa);
        serializable.setIa(ia);
        return new JavaStreams(serializable);
      case "xstream":
        return new XmlTexts(plain(sa, ia));
      case "protobuf":
        return packed
            ? new PackedMessages(plain(sa, ia), inside)
            : new Messages(plain(sa, ia), inside);
      default:
        throw new IllegalArgumentException("target_object has no system " + system);
    }
  }

  static TargetObject plain(String[] sa, int[] ia) {
    TargetObject plain = new TargetObject();
    plain.setSa(sa);
    plain.setIa(ia);
    return plain;
  }

  private long[] written(Serializer serializer) throws Exception {
    long[] nanoseconds = new long[rounds];
    for (int i = 0; i < rounds; i++) {
      serializer.beforeWrite();
      long start = System.nanoTime();
      serializer.write();
      nanoseconds[i] = System.nanoTime() - start;
      serializer.afterWrite();
    }
    return nanoseconds;
  }

  private long[] read(Serializer serializer) throws Exception {
    long[] nanoseconds = new long[rounds];
    for (int i = 0; i < rounds; i++) {
      serializer.beforeRead();
      long start = System.nanoTime();
      serializer.read();
      nanoseconds[i] = System.nanoTime() - start;
    }
    return nanoseconds;
  }
}
