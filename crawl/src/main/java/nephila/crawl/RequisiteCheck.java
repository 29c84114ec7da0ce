package nephila.crawl;

import java.util.ArrayList;
import java.util.List;
import nephila.archive.warc.ExchangeReader;
import nephila.archive.warc.Notes;
import nephila.fetch.Exchange;
import nephila.process.ExchangeRules;
import nephila.store.CrawlStore;
import nephila.store.RequisiteTable;
import nephila.store.record.UrlHash;

/// Proves that the requisites that the state knows are those of the archive: each that was answered
/// for good is in the archive exactly once, and nothing in the archive is still awaited.
///
/// Shown every exchange up to the last commit ([nephila.archive.ArchiveCheck]); memory does not
/// grow with them.
public final class RequisiteCheck {
  /// A note of the store: how many answers for requisites are in the archive beside the first. Not
  /// there where there are none: workers of a cluster archive apart.
  public static final String REPEATED_NOTE = "requisites-repeated";

  private static final int MANY = 20;

  private final RequisiteTable table;
  private final List<String> faults = new ArrayList<>();
  private final long repeated;
  private long archived;

  public RequisiteCheck(CrawlStore store) {
    this.table = store.requisites();
    this.repeated = store.note(REPEATED_NOTE).map(Long::parseLong).orElse(0L);
  }

  /// Whether the exchange answers for a requisite for good.
  public static boolean isSettled(Notes notes, Exchange exchange) {
    return notes.more().containsKey(Notes.REQUISITE)
        && !ExchangeRules.mayPass(exchange)
        && exchange.answered();
  }

  /// The findings of a check.
  ///
  /// @param faults at most twenty, in words
  public record Result(long known, long awaited, List<String> faults) {}

  /// The exchange is in the archive.
  public void archived(ExchangeReader.Group group) {
    if (!isSettled(group.notes(), group.exchange())) {
      return;
    }
    archived++;
    String url = group.exchange().url();
    int status = table.status(UrlHash.of(url));
    if (status == RequisiteTable.UNKNOWN) {
      fault(url + " is in the archive as a requisite, and the state does not know it");
    } else if (status == RequisiteTable.AWAITED) {
      fault(url + " is in the archive as a requisite, and the state awaits it");
    }
  }

  private void fault(String words) {
    if (faults.size() < MANY) {
      faults.add("Q1 " + words);
    }
  }

  /// What was found.
  ///
  /// @param compared whether every exchange was shown
  public Result result(boolean compared) {
    long[] count = new long[3];
    table.everyKnown(
        (hash, status) -> {
          count[0]++;
          count[1] += status == RequisiteTable.AWAITED ? 1 : 0;
          count[2] += isAnswered(status) ? 1 : 0;
        });
    if (compared && count[2] + repeated != archived) {
      fault(
          String.format(
              "%,d requisites were answered by what the state knows, and %,d are in the archive",
              count[2] + repeated, archived));
    }
    return new Result(count[0], count[1], List.copyOf(faults));
  }

  private static boolean isAnswered(int status) {
    return status > RequisiteTable.AS_PAGE && status != 429 && status != 503;
  }
}
