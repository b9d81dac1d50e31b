package wirebed.bridge;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Finds the fields of a record by number, at once where they come in the order of the view. */
final class FieldNumbers {
  private final int[] inOrder;
  private final int[] sorted;
  private final int[] places; // of the sorted ones in the order of the view

  /** The numbers in the order of the view. */
  FieldNumbers(int[] inOrder) {
    this.inOrder = inOrder;
    places =
        IntStream.range(0, inOrder.length)
            .boxed()
            .sorted((a, b) -> Integer.compare(inOrder[a], inOrder[b]))
            .mapToInt(Integer::intValue)
            .toArray();
    sorted = Arrays.stream(places).map(place -> inOrder[place]).toArray();
  }

  /**
   * The place of a number, which is probably `next` or soon after; -1 if there is no such field.
   */
  int place(int number, int next) {
    for (int place = next; place < inOrder.length && place < next + 4; place++) {
      if (inOrder[place] == number) {
        return place;
      }
    }
    int index = Arrays.binarySearch(sorted, number);
    return index < 0 ? -1 : places[index];
  }
}
