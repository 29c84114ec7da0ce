package nephila.cluster.owner;

import java.time.Clock;
import nephila.cluster.RankedGraph;
import nephila.cluster.wire.GraphKeys;
import nephila.cluster.wire.GraphRows;
import nephila.cluster.wire.PageKey;

/// A partition of a graph that is ranked: enters the rows of its pages, and then pushes along them
/// until the partition owes no more than its part of what the proven error allows.
///
/// Nothing is pushed before all rows are there, and the threshold is lowered at most once a
/// transaction: what the other partitions pay meanwhile would have it all pushed again.
final class PartitionRanking {
  /// More payments than this are sent before the transaction ends.
  static final int MOST_UNSENT = 2_000_000;

  /// Pushes go on for about so long, since a worker may have many partitions and a transaction must
  /// end in time.
  private static final long TURN_MILLIS = 40;

  /// Payments between two looks at the clock.
  private static final long PAYMENTS = 20_000;

  private final RankedGraph graph;
  private final GraphKeys keys;
  private final int partition;
  private final PartitionLedger ledger;
  private final Clock clock;

  PartitionRanking(
      RankedGraph graph, GraphKeys keys, int partition, PartitionLedger ledger, Clock clock) {
    this.graph = graph;
    this.keys = keys;
    this.partition = partition;
    this.ledger = ledger;
    this.clock = clock;
  }

  void enter(GraphRows rows) {
    ledger.enter(keys, rows, partition);
  }

  /// Whether the key is that of a page of the graph; else the message changes nothing.
  void verify(PageKey key) {
    keys.page(key);
  }

  /// Pushes for a while; returns whether the partition is as exact as asked for.
  ///
  /// @param worthSum what all pages of the graph are worth as far as known, in units
  /// @param mayDeepen whether smaller residuals may be pushed too
  boolean turn(double worthSum, boolean mayDeepen) {
    double least = (double) ledger.credit() * graph.pages();
    long most = graph.mostResidual(Math.max(worthSum, least), ledger.damping());
    ledger.settleTo(most / 2); // what the others pay until they are done must not be too much again
    long end = clock.millis() + TURN_MILLIS;
    boolean all = ledger.push(PAYMENTS);
    while (!all && clock.millis() < end) {
      ledger.restPushing();
      all = ledger.push(PAYMENTS);
    }
    ledger.restPushing();
    if (all && mayDeepen) {
      ledger.sweep();
    }
    return all && ledger.owed() <= most;
  }
}
