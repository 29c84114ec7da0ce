package nephila.cluster.wire;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import nephila.store.record.BinaryRecord;

/// A page of a split site as the partition that asks its host sees it: the page's account is
/// another partition's, which offered it.
///
/// @param via the URL that led there, empty when unknown or a seed
/// @param worth in units when it was offered; under OPIC its cash
/// @param anchors conditions of focus rules that texts of links to it meet
public record OfferedPage(
    PageKey key,
    String url,
    int depth,
    boolean seed,
    String via,
    long worth,
    SortedSet<String> anchors) {
  public OfferedPage worth(long now) {
    return new OfferedPage(key, url, depth, seed, via, now, anchors);
  }

  public void write(BinaryRecord to) {
    key.write(to);
    to.putText(url).putNumber(depth).put(seed ? 1 : 0).putText(via).putNumber(worth);
    Wire.putTexts(to, anchors);
  }

  public static OfferedPage take(BinaryRecord from) {
    return new OfferedPage(
        PageKey.take(from),
        from.takeText(),
        (int) from.takeNumber(),
        from.take() == 1,
        from.takeText(),
        from.takeNumber(),
        Wire.takeTexts(from));
  }

  public byte[] bytes() {
    BinaryRecord record = new BinaryRecord();
    write(record);
    return record.toBytes();
  }

  /// An offered page that is worth more by now.
  public record Raise(PageKey key, long worth) {}

  /// What the owner of pages sends to the one who asks their host.
  public record Offer(List<OfferedPage> pages, List<Raise> raises) {
    public static byte[] message(Collection<OfferedPage> pages, Collection<Raise> raises) {
      BinaryRecord record = Wire.begin(Wire.OFFER).putNumber(pages.size());
      pages.forEach(page -> page.write(record));
      record.putNumber(raises.size());
      for (Raise raise : raises) {
        raise.key.write(record);
        record.putNumber(raise.worth);
      }
      return record.toBytes();
    }

    /// The offer of a message whose kind was taken.
    public static Offer take(BinaryRecord from) {
      int count = Wire.count(from, PageKey.BYTES);
      List<OfferedPage> pages = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        OfferedPage page = OfferedPage.take(from);
        OrderResult.canonical(page.url);
        pages.add(page);
      }
      int raised = Wire.count(from, PageKey.BYTES);
      List<Raise> raises = new ArrayList<>(raised);
      for (int i = 0; i < raised; i++) {
        raises.add(new Raise(PageKey.take(from), from.takeNumber()));
      }
      Wire.end(from);
      return new Offer(pages, raises);
    }
  }
}
