package nephila.cluster.wire;

import nephila.store.record.BinaryRecord;

/// What somebody wants to know of an owner, sent to it like a payment; an [PartitionAnswer] comes
/// back on the topic of answers. It changes nothing, and one that nobody can be waiting for any
/// more is left unanswered.
///
/// @param id by which the asker knows the answer
/// @param limit of pages, sites or payers
/// @param page whom PAGE and AROUND ask about
/// @param worth of that page, in units: AROUND counts those that are worth more
/// @param origin of the host that HOST asks about
public record PartitionQuery(
    Kind kind, long id, long askedMillis, int limit, PageKey page, long worth, String origin) {
  /// What can be asked.
  public enum Kind {
    /// The pages that are worth most.
    TOP,
    /// Of those that wait, the best of every host.
    UNREAD,
    /// The sites that are worth most.
    SITES,
    /// All that is known of a page.
    PAGE,
    /// The clock and the rules of a host.
    HOST,
    /// Who points to a page, and how many are worth more.
    AROUND
  }

  /// Nobody waits longer for an answer.
  public static final long PATIENCE_MILLIS = 30_000;

  private static final PageKey NONE = new PageKey(0, 0);

  public static PartitionQuery list(Kind kind, long id, long now, int limit) {
    return new PartitionQuery(kind, id, now, limit, NONE, 0, "");
  }

  public static PartitionQuery page(long id, long now, PageKey page) {
    return new PartitionQuery(Kind.PAGE, id, now, 1, page, 0, "");
  }

  /// @param page of that host: whether it is in an order
  public static PartitionQuery host(long id, long now, String origin, PageKey page) {
    return new PartitionQuery(Kind.HOST, id, now, 1, page, 0, origin);
  }

  public boolean isLate(long nowMillis) {
    return Math.abs(nowMillis - askedMillis) > 2 * PATIENCE_MILLIS;
  }

  public byte[] message() {
    BinaryRecord record = Wire.begin(Wire.QUESTION).put(kind.ordinal());
    record.putFixed(id, 8).putNumber(askedMillis).putNumber(limit);
    page.write(record);
    Wire.putSigned(record, worth);
    return record.putText(origin).toBytes();
  }

  /// The question of a message whose kind was taken.
  public static PartitionQuery take(BinaryRecord from) {
    Kind kind = OrderResult.pick(Kind.values(), from.take());
    long id = from.takeFixed(8);
    long asked = from.takeNumber();
    int limit = Wire.count(from, 1);
    PageKey page = PageKey.take(from);
    long worth = Wire.takeSigned(from);
    String origin = from.takeText();
    Wire.end(from);
    return new PartitionQuery(kind, id, asked, limit, page, worth, origin);
  }
}
