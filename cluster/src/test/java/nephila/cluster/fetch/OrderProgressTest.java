package nephila.cluster.fetch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Test;

class OrderProgressTest {
  @Test
  void aSlowOrderDoesNotCauseQuickOnesToBeRepeated() {
    OrderProgress progress = new OrderProgress(100, "");
    for (long offset = 100; offset < 110; offset++) {
      assertTrue(progress.begin(offset));
    }
    for (long offset = 101; offset < 109; offset++) {
      progress.done(offset);
    }
    OffsetAndMetadata kept = progress.commit();
    assertEquals(100, kept.offset());
    OrderProgress next = new OrderProgress(kept.offset(), kept.metadata());
    assertTrue(next.begin(100));
    for (long offset = 101; offset < 109; offset++) {
      assertFalse(next.begin(offset), "order " + offset + " was done");
    }
    assertTrue(next.begin(109));
  }

  @Test
  void whateverTheOrderNothingIsLostAndNothingDoneIsRepeated() {
    long seed = Long.getLong("nephila.seed", 1);
    Random random = new Random(seed);
    Set<Long> done = new HashSet<>();
    OrderProgress progress = new OrderProgress(0, "");
    long next = 0;
    for (int life = 0; life < 30; life++) {
      Set<Long> open = new HashSet<>();
      for (int step = 0; step < 200; step++) {
        if (random.nextInt(3) > 0) {
          next += 1 + random.nextInt(2); // markers of transactions leave gaps
          if (progress.begin(next)) {
            open.add(next);
          }
        } else if (!open.isEmpty()) {
          long one = open.stream().skip(random.nextInt(open.size())).findFirst().orElseThrow();
          open.remove(one);
          progress.done(one);
          done.add(one);
        }
        if (random.nextInt(20) == 0) {
          progress.commit();
        }
      }
      OffsetAndMetadata kept = progress.commit();
      progress = new OrderProgress(kept.offset(), kept.metadata());
      Set<Long> again = new HashSet<>();
      for (long offset = kept.offset(); offset <= next; offset++) {
        if (progress.begin(offset)) {
          again.add(offset);
        }
      }
      for (long offset : open) {
        assertTrue(again.contains(offset), "lost " + offset + "; -Dnephila.seed=" + seed);
      }
      for (long offset : again) {
        assertFalse(done.contains(offset), "repeated " + offset + "; -Dnephila.seed=" + seed);
        progress.done(offset);
        done.add(offset);
      }
    }
  }

  @Test
  void aNoteThatIsNotOursIsNoNote() {
    assertTrue(new OrderProgress(5, "!!not base64!!").begin(5));
  }
}
