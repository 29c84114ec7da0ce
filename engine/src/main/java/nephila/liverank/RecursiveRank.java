package nephila.liverank;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The recursive PageRank ordering that section 2.5 of the paper describes and dismisses: it cannot
/// leave the neighbourhood of the training set.
///
/// The first round diffuses from the living pages of the training set; every further round from as
/// many pages as were asked, those with the largest entries of the round before, without the pages
/// found dead since. Between rounds a twentieth of the pages is asked, in the order of the round.
final class RecursiveRank implements Ordering {
  private static final int ROUNDS = 20;

  private final OldGraph snapshot;
  private final Asked asked;
  private final int[] ties;
  private final int perRound;
  private Listed round;
  private int left;
  private double @Nullable [] rank;

  RecursiveRank(OldGraph snapshot, int[] sample) {
    this.snapshot = snapshot;
    asked = new Asked(snapshot.pages());
    ties = StaticOrders.pageRank(snapshot, new java.util.SplittableRandom(0));
    perRound = Math.max(1, snapshot.pages() / ROUNDS);
    round = new Listed(sample, asked);
    left = sample.length;
  }

  @Override
  public int[] next(int most) {
    int[] batch = round.next(Math.min(most, left));
    if (batch.length == 0) {
      round = new Listed(diffused(), asked);
      left = perRound;
      batch = round.next(Math.min(most, left));
    }
    left -= batch.length;
    return batch;
  }

  private int[] diffused() {
    int[] sources = rank == null ? asked.pages(true) : largest(rank);
    rank = Diffusion.from(snapshot.links(), sources);
    return StaticOrders.descending(rank, ties);
  }

  private int[] largest(double[] values) {
    int[] order = StaticOrders.descending(values, ties);
    int wanted = Math.max(1, asked.answers());
    int[] sources = new int[Math.min(wanted, order.length)];
    int filled = 0;
    for (int k = 0; k < order.length && filled < sources.length; k++) {
      if (!asked.dead(order[k])) {
        sources[filled++] = order[k];
      }
    }
    return Arrays.copyOf(sources, filled);
  }

  @Override
  public void answered(int page, boolean alive) {
    asked.answer(page, alive);
  }

  @Override
  public boolean awaitsAnswers() {
    return asked.pending() > 0 && (left == 0 || round.isSpent());
  }

  @Override
  public RankedPages rest() {
    return new Listed(diffused(), asked, rank).rest();
  }

  @Override
  public void closed(int page) {
    asked.close(page);
  }
}
