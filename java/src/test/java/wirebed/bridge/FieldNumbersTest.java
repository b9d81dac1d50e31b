package wirebed.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FieldNumbersTest {
  private final int[] inOrder = {9, 1, 536_870_911, 4, 2, 7, 3};
  private final FieldNumbers numbers = new FieldNumbers(inOrder);

  @Test
  void aNumberIsFoundWhereverTheSearchBegins() {
    for (int next = 0; next <= inOrder.length; next++) {
      for (int place = 0; place < inOrder.length; place++) {
        assertEquals(place, numbers.place(inOrder[place], next));
      }
    }
  }

  @Test
  void anotherNumberHasNoPlace() {
    for (int number : new int[] {0, -1, 5, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
      assertEquals(-1, numbers.place(number, 0));
    }
  }
}
