package wirebed.published;

import com.robert_franz.serialize.Testobject;
import interop.plain.Account;

/**
 * S3: a value is written and read a million times between two readings of the clock, in several
 * rounds.
 */
final class RoundTrips implements Program {
  private final String seed;
  private final String operation;
  private final Serializer serializer;
  private final int loops;
  private final int warm;
  private final int rounds;

  private RoundTrips(String seed, Serializer serializer, int loops, Switches switches) {
    this.seed = seed;
    this.operation = serializer instanceof TestobjectBytes.Copies ? "copy" : "round_trip";
    this.serializer = serializer;
    this.loops = switches.number("loops", loops);
    warm = switches.number("warm", 0);
    rounds = switches.number("rounds", 5);
  }

  static RoundTrips ofTestobject(String system, Switches switches) {
    Testobject value = new Testobject();
    value.setA("abc");
    value.setB(100);
    value.setC(42);
    switch (system) {
      case "protobuf":
        return new RoundTrips("S3", new TestobjectBytes.Messages(value), 1_000_000, switches);
      case "bytebuffer":
        return new RoundTrips("S3", new TestobjectBytes.Buffers(value), 1_000_000, switches);
      case "unsafe":
        return new RoundTrips("S3", new TestobjectBytes.ByUnsafe(value), 1_000_000, switches);
      case "copy":
        return new RoundTrips("S3", new TestobjectBytes.Copies(value), 1_000_000, switches);
      default:
        return of("S3", system, value, Testobject.class, switches);
    }
  }

  static RoundTrips ofAccount(String system, Switches switches) {
    Account value = new Account();
    value.setId(1048583);
    value.setName("Grace Hopper");
    value.setEmail("grace.hopper@example.org");
    value.setAge(42);
    value.setVisits(1906);
    value.setBalance(1234.56);
    value.setUpdated(1262304000123L);
    value.setActive(true);
    return of("S3 account", system, value, Account.class, switches);
  }

  private static <T> RoundTrips of(
      String seed, String system, T value, Class<T> type, Switches switches) {
    switch (system) {
      case "java":
        return new RoundTrips(seed, new ObjectSerializers.JavaStreams(value), 1_000_000, switches);
      case "json":
        boolean reuse = switches.word("instances", "reused", "new").equals("reused");
        return new RoundTrips(seed, new ObjectSerializers.Json(value, reuse), 1_000_000, switches);
      case "xstream":
        return new RoundTrips(seed, new ObjectSerializers.Xml(value), 20_000, switches);
      case "jaxb":
        return new RoundTrips(seed, new ObjectSerializers.Jaxb<>(value, type), 20_000, switches);
      default:
        throw new IllegalArgumentException("there is no system " + system);
    }
  }

  @Override
  public String seed() {
    return seed;
  }

  @Override
  public void run(Lines lines) throws Exception {
    for (int i = 0; i < warm; i++) {
      round();
    }
    long[] nanoseconds = new long[rounds];
    for (int i = 0; i < rounds; i++) {
      nanoseconds[i] = round();
    }
    String form = Lines.form(serializer.bytes, serializer.isText(), serializer.found.toString());
    lines.times(operation, 1, loops, nanoseconds, serializer.bytes.length, form);
    lines.about(serializer.library());
  }

  private long round() throws Exception {
    long start = System.nanoTime();
    for (int i = 0; i < loops; i++) {
      serializer.write();
      serializer.read();
    }
    return System.nanoTime() - start;
  }
}
