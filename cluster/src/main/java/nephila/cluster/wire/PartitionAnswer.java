package nephila.cluster.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import nephila.cluster.owner.KafkaBackend;
import nephila.store.BrokenState;
import nephila.store.record.BinaryRecord;
import nephila.store.record.HostFacts;
import nephila.store.record.ReadFacts;
import nephila.store.record.StoredPage;
import nephila.view.PageState;
import org.jspecify.annotations.Nullable;

/// What an owner says to a [PartitionQuery], as of `atMillis`.
public record PartitionAnswer(long id, int partition, long atMillis, Body body) {
  public sealed interface Body {}

  /// A page in a list.
  ///
  /// @param cash what it has not passed on, in units; all it is worth before it is read
  public record Page(
      String url,
      long worth,
      long cash,
      int reads,
      int status,
      int lastReadSeconds,
      PageState state) {}

  /// A site in a list, as far as this partition has its pages.
  ///
  /// @param refused pages that the rules of the crawl exclude
  public record Site(String name, long received, long pages, long read, long refused) {}

  /// Who points to the page that was asked about.
  ///
  /// @param units what it has paid it
  public record Payer(String url, long units, int links) {}

  public record Pages(List<Page> pages) implements Body {}

  /// @param sites in all
  public record Sites(long sites, List<Site> best) implements Body {}

  /// @param introduction null when the page is not known
  /// @param facts of the last read, null before the first
  /// @param worth of the page, in units
  /// @param cash what it has not passed on, in units
  public record Story(
      @Nullable ClusterDiscovery introduction,
      @Nullable StoredPage page,
      @Nullable ReadFacts facts,
      long worth,
      long cash)
      implements Body {
    /// A page that is not known.
    public static final Story UNKNOWN = new Story(null, null, null, 0, 0);

    public PageState state() {
      return page == null ? PageState.WAITING : PageState.of(page);
    }
  }

  /// @param facts null when the host is not known
  /// @param order the host's order, null when it does not ask for the page of the question
  public record HostState(@Nullable HostFacts facts, @Nullable OrderOut order) implements Body {}

  /// @param better pages that are worth more
  /// @param inLinks pages that point to it
  /// @param whole whether all pages were looked at
  public record Around(long better, long inLinks, boolean whole, List<Payer> payers)
      implements Body {}

  public byte[] message() {
    BinaryRecord record = Wire.begin(Wire.ANSWER).putFixed(id, 8).putNumber(partition);
    record.putNumber(atMillis);
    switch (body) {
      case Pages(List<Page> pages) -> {
        record.put(0).putNumber(pages.size());
        pages.forEach(page -> write(record, page));
      }
      case Sites(long sites, List<Site> best) -> {
        record.put(1).putNumber(sites).putNumber(best.size());
        best.forEach(site -> write(record, site));
      }
      case Story(
              ClusterDiscovery introduction,
              StoredPage page,
              ReadFacts facts,
              long worth,
              long cash) -> {
        record.put(2).put(introduction == null || page == null ? 0 : facts == null ? 1 : 2);
        if (introduction != null && page != null) {
          introduction.write(record);
          record.putBytes(KafkaBackend.bytes(page));
          Wire.putSigned(record, worth);
          Wire.putSigned(record, cash);
          if (facts != null) {
            facts.write(record);
          }
        }
      }
      case HostState(HostFacts facts, OrderOut order) -> {
        record.put(3).put(facts == null ? 0 : order == null ? 1 : 2);
        if (facts != null) {
          facts.write(record);
        }
        if (facts != null && order != null) {
          order.write(record);
        }
      }
      case Around(long better, long inLinks, boolean whole, List<Payer> payers) -> {
        record.put(4).putNumber(better).putNumber(inLinks).put(whole ? 1 : 0);
        record.putNumber(payers.size());
        for (Payer payer : payers) {
          record.putText(payer.url);
          Wire.putSigned(record, payer.units);
          record.putNumber(payer.links);
        }
      }
    }
    return record.toBytes();
  }

  private static void write(BinaryRecord to, Page page) {
    to.putText(page.url);
    Wire.putSigned(to, page.worth);
    Wire.putSigned(to, page.cash);
    to.putNumber(page.reads);
    Wire.putSigned(to, page.status);
    to.putNumber(page.lastReadSeconds).put(page.state.ordinal());
  }

  private static void write(BinaryRecord to, Site site) {
    to.putText(site.name);
    Wire.putSigned(to, site.received);
    to.putNumber(site.pages).putNumber(site.read).putNumber(site.refused);
  }

  public static PartitionAnswer of(byte[] bytes) {
    BinaryRecord from = new BinaryRecord(bytes);
    Wire.expect(from, Wire.ANSWER);
    long id = from.takeFixed(8);
    int partition = (int) from.takeNumber();
    long at = from.takeNumber();
    int kind = from.take();
    Body body =
        switch (kind) {
          case 0 -> new Pages(list(from, PartitionAnswer::takePage));
          case 1 -> new Sites(from.takeNumber(), list(from, PartitionAnswer::takeSite));
          case 2 -> takeStory(from);
          case 3 -> takeHost(from);
          case 4 ->
              new Around(
                  from.takeNumber(),
                  from.takeNumber(),
                  from.take() == 1,
                  list(from, PartitionAnswer::takePayer));
          default -> throw new BrokenState("an answer of kind " + kind);
        };
    Wire.end(from);
    return new PartitionAnswer(id, partition, at, body);
  }

  private static <T> List<T> list(BinaryRecord from, Function<BinaryRecord, T> each) {
    int count = Wire.count(from, 1);
    List<T> items = new ArrayList<>(Math.min(count, 1024));
    for (int i = 0; i < count; i++) {
      items.add(each.apply(from));
    }
    return items;
  }

  private static Page takePage(BinaryRecord from) {
    return new Page(
        from.takeText(),
        Wire.takeSigned(from),
        Wire.takeSigned(from),
        (int) from.takeNumber(),
        (int) Wire.takeSigned(from),
        (int) from.takeNumber(),
        state(from.take()));
  }

  private static PageState state(int ordinal) {
    if (ordinal >= PageState.values().length) {
      throw new BrokenState("a page in state " + ordinal);
    }
    return PageState.values()[ordinal];
  }

  private static Site takeSite(BinaryRecord from) {
    return new Site(
        from.takeText(),
        Wire.takeSigned(from),
        from.takeNumber(),
        from.takeNumber(),
        from.takeNumber());
  }

  private static Payer takePayer(BinaryRecord from) {
    return new Payer(from.takeText(), Wire.takeSigned(from), (int) from.takeNumber());
  }

  private static HostState takeHost(BinaryRecord from) {
    int known = from.take();
    return known == 0
        ? new HostState(null, null)
        : new HostState(HostFacts.take(from), known == 1 ? null : OrderOut.take(from));
  }

  private static Story takeStory(BinaryRecord from) {
    int known = from.take();
    if (known == 0) {
      return Story.UNKNOWN;
    }
    ClusterDiscovery introduction = ClusterDiscovery.take(from);
    StoredPage page = KafkaBackend.page(from.takeBytes());
    long worth = Wire.takeSigned(from);
    long cash = Wire.takeSigned(from);
    return new Story(introduction, page, known == 1 ? null : ReadFacts.decode(from), worth, cash);
  }
}
