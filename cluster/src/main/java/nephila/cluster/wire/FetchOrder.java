package nephila.cluster.wire;

import java.util.ArrayList;
import java.util.List;
import nephila.links.SoftNotFound;
import nephila.politeness.Allowance;
import nephila.politeness.HostPace;
import nephila.store.record.BinaryRecord;
import nephila.store.record.HostFacts;
import nephila.store.record.ReadFacts;
import org.jspecify.annotations.Nullable;

/// What an owner asks of the fetchers: some pages of one host, one after the other, at the host's
/// pace. A host has one order out at a time, so who holds it is alone with the host.
///
/// @param partition whose host it is: where the [OrderResult] goes
/// @param number of the order at this host: the owner takes one result for it
/// @param untilMillis it must not be begun later; the owner then asks anew
/// @param pace the host's, with the time before which it must not be asked
/// @param allowance what the host may still cost
/// @param missing what the host serves for pages that do not exist, null when it says 404
public record FetchOrder(
    Kind kind,
    String origin,
    int partition,
    long number,
    long issuedMillis,
    long untilMillis,
    HostPace pace,
    Allowance allowance,
    @Nullable SoftNotFound missing,
    List<Page> pages) {
  /// The longest that an order is kept for what its pages are shown with, before its last requests.
  public static final long REQUISITE_MILLIS = 600_000;

  /// What to ask for.
  public enum Kind {
    ROBOTS,
    /// An address that cannot exist, to see what the host says then.
    PROBE,
    PAGES
  }

  /// A page to read.
  ///
  /// @param sitemap whether it is read as a sitemap if it reads like one
  /// @param via the URL that led there, empty when unknown or a seed
  /// @param worth in units when it was chosen
  /// @param importance its share of all worth then
  /// @param previous what its last read found, null before the first
  public record Page(
      PageKey key,
      String url,
      int depth,
      boolean seed,
      boolean sitemap,
      String via,
      long worth,
      double importance,
      @Nullable ReadFacts previous) {}

  public byte[] message() {
    BinaryRecord record = Wire.begin(Wire.ORDER).put(kind.ordinal()).putText(origin);
    record.putNumber(partition).putNumber(number).putNumber(issuedMillis).putNumber(untilMillis);
    HostFacts.writePace(record, pace);
    record.putNumber(allowance.spentUntilMillis());
    record.put(missing == null ? 0 : 1);
    if (missing != null) {
      record.putFixed(missing.titleHash(), 4).putFixed(missing.signature(), 8);
    }
    record.putNumber(pages.size());
    for (Page page : pages) {
      page.key.write(record);
      record.putText(page.url).putNumber(page.depth);
      record.put(page.seed ? 1 : 0).put(page.sitemap ? 1 : 0).putText(page.via);
      record.putNumber(page.worth).putFixed(Double.doubleToLongBits(page.importance), 8);
      record.put(page.previous == null ? 0 : 1);
      if (page.previous != null) {
        page.previous.write(record);
      }
    }
    return record.toBytes();
  }

  public static FetchOrder of(byte[] bytes) {
    BinaryRecord from = new BinaryRecord(bytes);
    Wire.expect(from, Wire.ORDER);
    Kind kind = OrderResult.pick(Kind.values(), from.take());
    String origin = from.takeText();
    int partition = (int) from.takeNumber();
    long number = from.takeNumber();
    long issued = from.takeNumber();
    long until = from.takeNumber();
    HostPace pace = HostFacts.takePace(from);
    Allowance allowance = new Allowance(from.takeNumber());
    SoftNotFound missing =
        from.take() == 0 ? null : new SoftNotFound((int) from.takeFixed(4), from.takeFixed(8));
    int count = Wire.count(from, PageKey.BYTES);
    List<Page> pages = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      PageKey key = PageKey.take(from);
      pages.add(
          new Page(
              key,
              from.takeText(),
              (int) from.takeNumber(),
              from.take() == 1,
              from.take() == 1,
              from.takeText(),
              from.takeNumber(),
              Double.longBitsToDouble(from.takeFixed(8)),
              from.take() == 0 ? null : ReadFacts.decode(from)));
    }
    Wire.end(from);
    return new FetchOrder(
        kind, origin, partition, number, issued, until, pace, allowance, missing, pages);
  }
}
