package wirebed.published;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * S4: one pass through a file, after the passes of the systems that come before it in the article's
 * JVM. What is read is compared with the object before the clock of reading stops.
 */
final class ContactSets implements Program {
  /**
   * The published code adds so many emails, while the text of the article says as many as phones.
   */
  private static final int EMAILS_OF_CODE = 150;

  /**
   * The article's program is a test of JUnit, which sorts its methods by the hashes of their names.
   */
  private static final List<String> ORDER = List.of("a", "c", "b");

  private final ContactForms.Form form;
  private final List<String> before;
  private final boolean text;
  private final boolean file;
  private final boolean inside;
  private final int count;
  private final int warm;
  private final int rounds;

  ContactSets(String system, Switches switches) {
    form = ContactForms.of(system);
    before = switches.word("jvm", "shared", "own").equals("own") ? List.of() : before(system);
    text = switches.word("population", "text", "code").equals("text");
    file = switches.word("file", "yes", "no").equals("yes");
    inside = switches.word("comparison", "inside", "outside").equals("inside");
    count = switches.number("count", 100_000);
    warm = switches.number("warm", 0);
    rounds = switches.number("rounds", 1);
  }

  @Override
  public String seed() {
    return "S4";
  }

  @Override
  public void run(Lines lines) throws Exception {
    Path path = file ? Files.createTempFile("wirebed-published", ".bin") : null;
    try {
      Set<String> emails = emails();
      Set<String> phones = phones();
      Object value = form.of(emails, phones);
      Place place = new Place(path);
      for (String name : before) {
        ContactForms.Form other = ContactForms.of(name);
        Object its = other.of(emails, phones);
        write(other, its, place);
        read(other, its, place);
      }
      long[] written = new long[rounds];
      long[] read = new long[rounds];
      for (int i = -warm; i < rounds; i++) {
        long wrote = write(form, value, place);
        long found = read(form, value, place);
        if (i >= 0) {
          written[i] = wrote;
          read[i] = found;
        }
      }
      lines.times("serialize", count, 1, written, place.size(), "");
      lines.times("deserialize", count, 1, read, place.size(), "");
      lines.about(ObjectOutputStream.class);
    } finally {
      if (path != null) {
        Files.delete(path);
      }
    }
  }

  /**
   * The systems whose pass comes before in the article's JVM; (d), which it does not have, is last.
   */
  private static List<String> before(String system) {
    int place = ORDER.indexOf(system);
    return place < 0 ? ORDER : ORDER.subList(0, place);
  }

  private Set<String> emails() {
    int emails = text ? count : Math.min(EMAILS_OF_CODE, count);
    return IntStream.range(0, emails)
        .mapToObj(i -> "email." + i + "@ext.com")
        .collect(Collectors.toCollection(HashSet::new));
  }

  private Set<String> phones() {
    return IntStream.range(text ? 0 : 1, count)
        .mapToObj(i -> (text || i % 2 == 0 ? "" : "+" + (100 / i)) + (600_000_000 + i))
        .collect(Collectors.toCollection(HashSet::new));
  }

  private long write(ContactForms.Form form, Object value, Place place) throws Exception {
    long start = System.nanoTime();
    ObjectOutputStream out = new ObjectOutputStream(place.output());
    form.write(value, out);
    out.close();
    return System.nanoTime() - start;
  }

  private long read(ContactForms.Form form, Object value, Place place) throws Exception {
    Object empty = form.empty();
    long start = System.nanoTime();
    ObjectInputStream in = new ObjectInputStream(place.input());
    Object found = form.read(in, empty);
    long without = System.nanoTime();
    if (!found.equals(value)) {
      throw new IllegalStateException("another object came back");
    }
    in.close();
    return (inside ? System.nanoTime() : without) - start;
  }

  /** A file without any buffer of the program, or memory. */
  private static final class Place {
    private final Path path;
    private ByteArrayOutputStream array = new ByteArrayOutputStream();

    Place(Path path) {
      this.path = path;
    }

    OutputStream output() throws IOException {
      array = new ByteArrayOutputStream();
      return path == null ? array : new FileOutputStream(path.toFile());
    }

    InputStream input() throws IOException {
      return path == null
          ? new ByteArrayInputStream(array.toByteArray())
          : new FileInputStream(path.toFile());
    }

    int size() throws IOException {
      return path == null ? array.size() : (int) Files.size(path);
    }
  }
}
