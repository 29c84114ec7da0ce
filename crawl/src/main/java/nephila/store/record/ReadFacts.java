package nephila.store.record;

import nephila.store.BrokenState;
import nephila.store.PageRows;

/// The findings of the last read of a page, kept on disk: validators for the next conditional
/// request, digest and fingerprint to see change by, and why it was read when it was.
///
/// @param atMillis when the request was sent
/// @param status HTTP's, or a negative internal one
/// @param mime media type without parameters, empty when none was given
/// @param length bytes of the body as received
/// @param digest of the payload as the archive writes it, empty when there was none
/// @param fingerprint of the text, near for near-duplicates; 0 when none was taken
/// @param etag validator, empty when none was given
/// @param lastModified validator, empty when none was given
/// @param reason why it was read now
/// @param worth its worth in units when it was chosen
/// @param place how many hosts that were due had a better page at that moment
/// @param changedAtMillis when its content was last seen to be new
public record ReadFacts(
    long atMillis,
    int status,
    String mime,
    long length,
    String digest,
    long fingerprint,
    String etag,
    String lastModified,
    Reason reason,
    long worth,
    int place,
    long changedAtMillis) {

  /// Why a page was read when it was.
  public enum Reason {
    /// The user named it.
    SEED,
    /// The best unread page of a host that was due.
    DISCOVERY,
    /// The best page to be read again: by worth, age and observed change, or by a selection of all
    /// pages.
    REFRESH,
    /// A sitemap or feed named it.
    LISTED,
    /// Taken from the archive after a crash, without a request.
    REPLAY
  }

  /// These facts after a later read that failed: what is known of the content stands.
  public ReadFacts failedBy(ReadFacts later) {
    return new ReadFacts(
        later.atMillis,
        later.status,
        mime,
        length,
        digest,
        fingerprint,
        etag,
        lastModified,
        later.reason,
        later.worth,
        later.place,
        changedAtMillis);
  }

  /// The same facts of content with that digest.
  public ReadFacts withDigest(String sha1) {
    return new ReadFacts(
        atMillis,
        status,
        mime,
        length,
        sha1,
        fingerprint,
        etag,
        lastModified,
        reason,
        worth,
        place,
        changedAtMillis);
  }

  /// These facts after a later read that found nothing new.
  public ReadFacts confirmedBy(ReadFacts later) {
    return new ReadFacts(
        later.atMillis,
        later.status == 304 ? status : later.status,
        mime,
        length,
        digest,
        fingerprint,
        later.etag.isEmpty() ? etag : later.etag,
        later.lastModified.isEmpty() ? lastModified : later.lastModified,
        later.reason,
        later.worth,
        later.place,
        changedAtMillis);
  }

  /// These facts, with the row of the page: the pages in it by group and hash.
  public byte[] encode(long[] rowHashes, int[] rowHosts, int ownHost) {
    return encode(rowHashes, rowHosts, ownHost, new byte[0]);
  }

  /// These facts, with the row of the page: the pages in it by group and hash, and its past in the
  /// ledger, which is the rest of the record.
  public byte[] encode(long[] rowHashes, int[] rowHosts, int ownHost, byte[] past) {
    BinaryRecord record = new BinaryRecord();
    write(record);
    PageRows.put(record, rowHashes, rowHosts, ownHost);
    return record.putRest(past).toBytes();
  }

  /// The past in the ledger that [#encode] put behind facts and row.
  public static byte[] past(byte[] value) {
    BinaryRecord record = new BinaryRecord(value);
    decode(record);
    PageRows.skip(record);
    return record.takeRest();
  }

  public void write(BinaryRecord record) {
    record.putNumber(atMillis).putFixed(status, 2).putText(mime).putNumber(length);
    PackedText.put(record, digest);
    record.putFixed(fingerprint, 8).putText(etag);
    PackedText.put(record, lastModified);
    record.put(reason.ordinal()).putNumber(worth).putNumber(place).putNumber(changedAtMillis);
  }

  public static ReadFacts decode(BinaryRecord record) {
    return new ReadFacts(
        record.takeNumber(),
        (short) record.takeFixed(2),
        record.takeText(),
        record.takeNumber(),
        PackedText.take(record),
        record.takeFixed(8),
        record.takeText(),
        PackedText.take(record),
        reason(record.take()),
        record.takeNumber(),
        (int) record.takeNumber(),
        record.takeNumber());
  }

  private static Reason reason(int ordinal) {
    Reason[] reasons = Reason.values();
    if (ordinal >= reasons.length) {
      throw new BrokenState(
          "a read with reason " + ordinal + ", known are 0 to " + (reasons.length - 1));
    }
    return reasons[ordinal];
  }
}
