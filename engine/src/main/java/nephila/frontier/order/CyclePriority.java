package nephila.frontier.order;

import java.util.Arrays;
import nephila.frontier.PagePriority;

/// Cycle (000 §3.1): the page that has waited longest, counted from its last read or, of a page
/// never read, from its discovery. Fair: between two reads of a page every other page that may be
/// read is read once. A page that joins a cycle is read once within it.
///
/// 8 bytes a page.
public final class CyclePriority implements PagePriority {
  private long[] turns = new long[16];
  private long next;

  /// The turn of the page taken last.
  private long now;

  @Override
  public double of(int slot) {
    return 1 / (1.0 + turn(slot));
  }

  private long turn(int slot) {
    return slot < turns.length ? turns[slot] : 0;
  }

  @Override
  public boolean isBefore(int slot, int other) {
    return turn(slot) < turn(other) || (turn(slot) == turn(other) && slot < other);
  }

  @Override
  public void waits(int slot) {
    turn(slot, ++next);
  }

  /// It came because its host had no other page: its turn is now.
  @Override
  public void cameBack(int slot) {
    turn(slot, now);
  }

  private void turn(int slot, long its) {
    if (slot >= turns.length) {
      turns = Arrays.copyOf(turns, Math.max(slot + 1, 2 * turns.length));
    }
    turns[slot] = its;
  }

  @Override
  public void taken(int slot) {
    now = turn(slot);
  }

  /// Of pages on disk the one read longest ago.
  @Override
  public double ofReadOnDisk(double credits, int reads, int changes, int misses, long ageSeconds) {
    return ageSeconds;
  }

  @Override
  public boolean isByWorth() {
    return false;
  }
}
