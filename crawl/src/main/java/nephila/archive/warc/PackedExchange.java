package nephila.archive.warc;

import nephila.fetch.Exchange;

/// An exchange as compressed records, ready to be appended. Made by
/// [nephila.archive.Archive#prepare] on any thread, so that the dear part (digest, gzip) runs in
/// parallel and appending is one write.
public final class PackedExchange {
  private final Exchange exchange;
  private final Notes notes;
  private final ArchivedPlace.Kind kind;
  private final byte[] payloadSha1;
  private final String warcinfoId;
  private final byte[] records;
  private final int firstLength;

  PackedExchange(
      Exchange exchange,
      Notes notes,
      ArchivedPlace.Kind kind,
      byte[] payloadSha1,
      String warcinfoId,
      byte[] records,
      int firstLength) {
    this.exchange = exchange;
    this.notes = notes;
    this.kind = kind;
    this.payloadSha1 = payloadSha1;
    this.warcinfoId = warcinfoId;
    this.records = records;
    this.firstLength = firstLength;
  }

  public Exchange exchange() {
    return exchange;
  }

  public Notes notes() {
    return notes;
  }

  public ArchivedPlace.Kind kind() {
    return kind;
  }

  /// Digest of the payload as in [ArchivedPlace]; empty for a failure. Do not write to it.
  public byte[] payloadSha1() {
    return payloadSha1;
  }

  /// The file it was made for, by its warcinfo record.
  public String warcinfoId() {
    return warcinfoId;
  }

  public byte[] records() {
    return records;
  }

  /// Bytes of the first record.
  public int firstLength() {
    return firstLength;
  }
}
