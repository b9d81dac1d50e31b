package wirebed.bridge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** The keys of a map or the elements of a set, as nodes, sorted by their bytes. */
final class SortedKeys {
  private record Entry(byte[] key, Object value) {}

  private final ViewWriter writer = new ViewWriter();
  private final List<Entry> entries;

  SortedKeys(int size) {
    entries = new ArrayList<>(size);
  }

  void add(Object value, Consumer<ViewWriter> key) {
    writer.clear();
    key.accept(writer);
    entries.add(new Entry(writer.toByteArray(), value));
  }

  void forEach(BiConsumer<byte[], Object> action) {
    entries.sort((a, b) -> Arrays.compareUnsigned(a.key, b.key));
    for (Entry entry : entries) {
      action.accept(entry.key, entry.value);
    }
  }
}
