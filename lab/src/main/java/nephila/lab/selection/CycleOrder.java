package nephila.lab.selection;

import java.util.Arrays;

/// Cycle (000 §3.1): all known pages in the order of their numbers, again and again. Fair: between
/// two reads of a page every other known page is read once. A page counts less the later the round
/// it is to be read in.
final class CycleOrder implements ReadingOrder {
  private int[] rounds = new int[16];
  private int round;
  private int hand = -1;

  @Override
  public double of(int page) {
    return -rounds[page];
  }

  @Override
  public void waits(int page) {
    if (page >= rounds.length) {
      rounds = Arrays.copyOf(rounds, Math.max(page + 1, 2 * rounds.length));
    }
    rounds[page] = page > hand ? round : round + 1;
  }

  @Override
  public void taken(int page) {
    hand = page;
    round = rounds[page];
  }
}
