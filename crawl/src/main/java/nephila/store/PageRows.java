package nephila.store;

import nephila.store.record.BinaryRecord;

/// A page's links on disk: the number of links to its own group and their hashes, then the number
/// of others with group and hash each. Eight bytes for most links: hashes do not compress.
public final class PageRows {
  private PageRows() {}

  public static void put(BinaryRecord record, long[] hashes, int[] hosts, int ownHost) {
    int own = 0;
    for (int host : hosts) {
      own += host == ownHost ? 1 : 0;
    }
    record.putNumber(own);
    for (int i = 0; i < hashes.length; i++) {
      if (hosts[i] == ownHost) {
        record.putFixed(hashes[i], 8);
      }
    }
    record.putNumber(hashes.length - own);
    for (int i = 0; i < hashes.length; i++) {
      if (hosts[i] != ownHost) {
        record.putNumber(Integer.toUnsignedLong(hosts[i])).putFixed(hashes[i], 8);
      }
    }
  }

  /// Finds the slot of a page.
  @FunctionalInterface
  public interface Slots {
    int of(int host, long hash);
  }

  /// How many links a record has.
  static int count(BinaryRecord record) {
    long own = record.takeNumber();
    record.skip(8 * own);
    return (int) (own + record.takeNumber());
  }

  /// Leaves the links out.
  public static void skip(BinaryRecord record) {
    record.skip(8 * record.takeNumber());
    for (int others = record.takeCount(9); others > 0; others--) {
      record.takeNumber();
      record.skip(8);
    }
  }

  /// Shows the links in turn.
  static void each(BinaryRecord record, int ownHost, Links to) {
    for (int own = record.takeCount(8); own > 0; own--) {
      to.sees(ownHost, record.takeFixed(8));
    }
    for (int others = record.takeCount(9); others > 0; others--) {
      to.sees((int) record.takeNumber(), record.takeFixed(8));
    }
  }

  /// Is shown the page that a link leads to.
  @FunctionalInterface
  interface Links {
    void sees(int host, long hash);
  }

  /// The slots of the links.
  public static int[] take(BinaryRecord record, int ownHost, Slots slots) {
    int own = record.takeCount(8);
    int[] row = new int[own];
    for (int i = 0; i < own; i++) {
      row[i] = slots.of(ownHost, record.takeFixed(8));
    }
    int others = record.takeCount(9);
    row = java.util.Arrays.copyOf(row, own + others);
    for (int i = own; i < row.length; i++) {
      row[i] = slots.of((int) record.takeNumber(), record.takeFixed(8));
    }
    return row;
  }
}
