package nephila.lab.simulation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SimulatedFrontierTest {
  @Test
  void aBatchIsTheTopOfASort() {
    SplittableRandom random = new SplittableRandom(4);
    for (int round = 0; round < 200; round++) {
      int count = random.nextInt(1, 60);
      int most = random.nextInt(1, 70);
      // Some differ by less than a float does.
      double[] keys =
          IntStream.range(0, count)
              .mapToDouble(k -> random.nextInt(20) + 1e-12 * random.nextInt(3))
              .toArray();
      SimulatedFrontier frontier =
          new SimulatedFrontier(
              new int[count][0], new BatchOrder.Known(page -> keys[page]), page -> 0);
      IntStream.range(0, count).forEach(frontier::discovered);
      int[] sorted =
          IntStream.range(0, count)
              .boxed()
              .sorted((a, b) -> Double.compare(keys[b], keys[a]))
              .limit(most)
              .mapToInt(Integer::intValue)
              .toArray();
      assertArrayEquals(sorted, frontier.best(most));
    }
  }
}
