package nephila.archive.warc;

/// A place between two exchanges of an archive: everything before it has been written. Kept by the
/// store with the state that has everything before it applied.
///
/// @param serial number of the WARC file, 0 before the first
/// @param offset bytes of that file
/// @param indexBytes bytes of all index lines
/// @param logBytes bytes of `crawl.log`
public record ArchivePosition(int serial, long offset, long indexBytes, long logBytes)
    implements Comparable<ArchivePosition> {
  public static final ArchivePosition START = new ArchivePosition(0, 0, 0, 0);

  /// Reads what [#toString] wrote.
  public static ArchivePosition parse(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length != 4) {
      throw new IllegalArgumentException(
          "'" + text + "' is not an archive position (serial:offset:indexBytes:logBytes)");
    }
    return new ArchivePosition(
        Integer.parseInt(parts[0]),
        Long.parseLong(parts[1]),
        Long.parseLong(parts[2]),
        Long.parseLong(parts[3]));
  }

  @Override
  public int compareTo(ArchivePosition other) {
    int bySerial = Integer.compare(serial, other.serial);
    return bySerial != 0 ? bySerial : Long.compare(offset, other.offset);
  }

  @Override
  public String toString() {
    return serial + ":" + offset + ":" + indexBytes + ":" + logBytes;
  }
}
