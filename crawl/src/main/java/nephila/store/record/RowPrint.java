package nephila.store.record;

import java.util.Arrays;

/// What is kept of the row of a page where rows are not: by how many links and which print it is
/// known again, and where the archive has the copy that shows it.
///
/// A row of one page (a redirect, a near-duplicate, a canonical link) is kept as it is, by group
/// and hash: that is no longer than a print. 20 bytes at most, usually 16.
///
/// @param links how many there are
/// @param print the sum of the scrambled hashes of the URLs, whatever their order; of one link, the
///   hash itself
/// @param group of the page that one link leads to, else 0
/// @param copy the last copy with content
public record RowPrint(int links, long print, int group, ArchivedCopy copy) {
  /// A page that has shown no links yet.
  public static final RowPrint NONE = new RowPrint(0, 0, 0, ArchivedCopy.NOWHERE);

  /// A place in the archive of the crawl.
  ///
  /// @param serial of the file, 0 for none
  /// @param offset of the record
  public record ArchivedCopy(int serial, long offset) {
    public static final ArchivedCopy NOWHERE = new ArchivedCopy(0, 0);

    /// Whether it is anywhere.
    public boolean exists() {
      return serial > 0;
    }
  }

  /// The print of a row.
  ///
  /// @param groups of the pages in it
  public static RowPrint of(long[] hashes, int[] groups, ArchivedCopy copy) {
    return hashes.length == 1
        ? new RowPrint(1, hashes[0], groups[0], copy)
        : new RowPrint(hashes.length, print(hashes), 0, copy);
  }

  private static long print(long[] hashes) {
    return Arrays.stream(hashes).map(RowPrint::scrambled).sum();
  }

  private static long scrambled(long hash) {
    long mixed = (hash ^ hash >>> 31) * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ mixed >>> 29) * 0xD6E8FEB86659FD93L;
    return mixed ^ mixed >>> 32;
  }

  /// Whether a row of more than one link with these hashes is this one.
  public boolean isOf(long[] hashes) {
    return links == hashes.length && print == print(hashes);
  }

  /// Whether both are of one row, wherever it was seen.
  public boolean sameRow(RowPrint other) {
    return links == other.links && print == other.print && group == other.group;
  }

  /// The print of a page that has no links any more.
  public RowPrint withoutLinks() {
    return new RowPrint(0, 0, 0, copy);
  }

  /// As [#take] wants it.
  public byte[] toBytes() {
    BinaryRecord record = new BinaryRecord();
    record.putNumber(links).putNumber(copy.serial).putNumber(copy.offset);
    if (links > 0) {
      record.putFixed(print, 8);
    }
    return links == 1 ? record.putNumber(group).toBytes() : record.toBytes();
  }

  public static RowPrint take(byte[] value) {
    BinaryRecord record = new BinaryRecord(value);
    int links = (int) record.takeNumber();
    ArchivedCopy copy = new ArchivedCopy((int) record.takeNumber(), record.takeNumber());
    long print = links > 0 ? record.takeFixed(8) : 0;
    return new RowPrint(links, print, links == 1 ? (int) record.takeNumber() : 0, copy);
  }
}
