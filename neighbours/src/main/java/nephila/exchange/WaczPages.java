package nephila.exchange;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import nephila.Progress;
import nephila.archive.ArchivedPage;
import nephila.archive.Archives;
import nephila.fetch.Content;
import nephila.fetch.Exchange;
import nephila.links.LinkExtractor;
import nephila.process.Probe;
import nephila.store.CrawlStore;
import nephila.store.record.UrlHash;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// The list of pages in a WACZ (`pages/pages.jsonl`): every web page of the archive that answered,
/// the most important first, with its title. Importance is an extra field.
final class WaczPages {
  private static final LinkExtractor EXTRACTOR = new LinkExtractor("nephila");

  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final @Nullable CrawlStore store;

  private record Entry(String url, String time, String title, double importance) {}

  /// @param store tells importance; null where there is none to tell it
  WaczPages(@Nullable CrawlStore store) {
    this.store = store;
  }

  /// Reads the archive of a crawl dir.
  void read(Path dir, Progress progress) throws IOException {
    long[] pages = {0};
    Archives.pages(
        dir,
        page -> {
          progress.at("pages of the archive read", ++pages[0], -1);
          add(page);
        });
  }

  private void add(ArchivedPage page) {
    Exchange exchange = page.exchange();
    boolean html = page.mime().equals("text/html") || page.mime().equals("application/xhtml+xml");
    if (page.status() != 200
        || page.revisit()
        || exchange == null
        || !html
        || !(CanonicalUrl.parse(page.url()) instanceof CanonicalUrl url)
        || Probe.is(url)) {
      return;
    }
    Content content = exchange.content();
    String type = exchange.headers().first("Content-Type");
    String title =
        EXTRACTOR.extract(content.array(), content.offset(), content.length(), type, url).title();
    String time = page.date().toString();
    entries.put(page.url(), new Entry(page.url(), time, title, importance(url)));
  }

  private double importance(CanonicalUrl url) {
    if (store == null) {
      return 0;
    }
    int host = store.findHost(url.origin());
    int slot = host < 0 ? -1 : store.find(host, UrlHash.of(url.text()));
    return slot < 0 ? 0 : store.ledger().importance(slot);
  }

  private List<Entry> bestFirst() {
    return entries.values().stream()
        .sorted(Comparator.comparingDouble(Entry::importance).reversed())
        .toList();
  }

  /// URL and time of the most important page; both empty when there is none.
  String[] main() {
    List<Entry> best = bestFirst();
    return best.isEmpty()
        ? new String[] {"", ""}
        : new String[] {best.getFirst().url(), best.getFirst().time()};
  }

  /// Writes the list; returns how many pages it has.
  int write(Path to) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(to)) {
      line(out, Map.of("format", "json-pages-1.0", "id", "pages", "title", "All pages"));
      for (Entry entry : bestFirst()) {
        Map<String, Object> fields = new LinkedHashMap<>();
        byte[] name =
            (entry.url() + entry.time()).getBytes(java.nio.charset.StandardCharsets.UTF_8);
        fields.put("id", UUID.nameUUIDFromBytes(name).toString());
        fields.put("url", entry.url());
        fields.put("ts", entry.time());
        fields.put("title", entry.title());
        if (store != null) {
          fields.put("importance", entry.importance());
        }
        line(out, fields);
      }
    }
    return entries.size();
  }

  private static void line(BufferedWriter out, Map<String, Object> fields) throws IOException {
    out.write(JSON.std.asString(fields));
    out.write('\n');
  }
}
