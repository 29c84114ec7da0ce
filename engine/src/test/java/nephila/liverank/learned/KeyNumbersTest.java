package nephila.liverank.learned;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

class KeyNumbersTest {
  @Test
  void pagesOfOneKeyNameItsFirstAndLonersNobody() {
    KeyNumbers numbers = new KeyNumbers(6);
    for (long key : new long[] {7, 3, 7, KeyNumbers.NONE, KeyNumbers.NONE, 7}) {
      numbers.add(key);
    }
    assertArrayEquals(new int[] {0, -1, 0, -1, -1, 0}, numbers.shared());
  }
}
