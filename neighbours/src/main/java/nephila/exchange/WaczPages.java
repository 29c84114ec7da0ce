package nephila.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import nephila.Progress;
import nephila.archive.ArchivedPage;
import nephila.archive.Archives;
import nephila.archive.CaptureLookup;
import nephila.fetch.Content;
import nephila.fetch.Exchange;
import nephila.links.PageText;
import nephila.links.Requisite;
import nephila.links.RequisiteExtractor;
import nephila.process.Probe;
import nephila.store.CrawlStore;
import nephila.store.record.UrlHash;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// The lists of pages in a WACZ: every web page of the archive that answered, with its title, text
/// and icon. `pages/pages.jsonl` has the seeds and the most important others, which viewers load
/// first, `pages/extraPages.jsonl` the rest; both the most important first. Importance is an extra
/// field.
///
/// A page that died later is listed with its last good copy. Texts wait on disk, not in memory.
final class WaczPages implements AutoCloseable {
  /// Pages that viewers load first.
  static final int MAIN = 1000;

  private static final int MOST_TEXT = 100_000;

  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final @Nullable CrawlStore store;
  private final List<CaptureLookup> earlier;
  private final RandomAccessFile texts;

  /// A page; its text is in the file of texts.
  private record Entry(
      String url,
      String time,
      String title,
      String icon,
      boolean seed,
      double importance,
      String file,
      long textAt,
      int textLength) {}

  /// @param store tells importance and seeds; null where there is none to tell it
  /// @param earlier crawls that have the content of pages of which this one has none, because it
  ///   was the same
  /// @param texts where texts wait
  WaczPages(@Nullable CrawlStore store, List<CaptureLookup> earlier, Path texts)
      throws IOException {
    this.store = store;
    this.earlier = earlier;
    this.texts = new RandomAccessFile(texts.toFile(), "rw");
  }

  /// Reads the archive of a crawl dir.
  void read(Path dir, Progress progress) throws IOException {
    long[] pages = {0};
    Archives.pages(
        dir,
        page -> {
          progress.at("pages of the archive read", ++pages[0], -1);
          try {
            add(page);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private void add(ArchivedPage page) throws IOException {
    if (page.status() != 200
        || page.missing()
        || !isHtml(page)
        || !(CanonicalUrl.parse(page.url()) instanceof CanonicalUrl url)
        || Probe.is(url)
        || (page.revisit() && entries.containsKey(page.url()))) {
      return;
    }
    Exchange exchange = page.revisit() ? original(page) : page.exchange();
    String type = exchange == null ? null : exchange.headers().first("Content-Type");
    Content content = exchange == null ? null : exchange.content();
    PageText text =
        content == null
            ? new PageText("", List.of(), "")
            : PageText.of(content.array(), content.offset(), content.length(), type);
    String icon = content == null ? "" : icon(content, type, url);
    byte[] words =
        text.text().substring(0, Math.min(MOST_TEXT, text.text().length())).getBytes(UTF_8);
    long at = texts.length();
    texts.seek(at);
    texts.write(words);
    int slot = slot(url);
    entries.put(
        page.url(),
        new Entry(
            page.url(),
            page.date().toString(),
            text.title().isEmpty() ? page.url() : text.title(),
            icon,
            slot >= 0 && store != null && store.discovery(slot).isSeed(),
            slot < 0 || store == null ? 0 : store.ledger().importance(slot),
            page.file(),
            at,
            words.length));
  }

  private static boolean isHtml(ArchivedPage page) {
    return page.mime().equals("text/html") || page.mime().equals("application/xhtml+xml");
  }

  /// The content that a page was the same as, where an earlier crawl has it.
  private @Nullable Exchange original(ArchivedPage page) throws IOException {
    for (CaptureLookup lookup : earlier) {
      Optional<ArchivedPage> found = lookup.newest(page.url());
      if (found.isPresent() && found.get().status() == 200) {
        return found.get().exchange();
      }
    }
    return null;
  }

  private static String icon(Content content, @Nullable String type, CanonicalUrl url) {
    return RequisiteExtractor.extract(
            content.array(), content.offset(), content.length(), type, url, Requisite.Kind.DOCUMENT)
        .stream()
        .filter(found -> found.kind() == Requisite.Kind.ICON)
        .map(found -> found.url().text())
        .findFirst()
        .orElse("");
  }

  private int slot(CanonicalUrl url) {
    int host = store == null ? -1 : store.findHost(url.origin());
    return host < 0 || store == null ? -1 : store.find(host, UrlHash.of(url.text()));
  }

  /// Those in these files of the archive, the most important first.
  private List<Entry> bestFirst(Set<String> files) {
    return entries.values().stream()
        .filter(entry -> files.contains(entry.file()))
        .sorted(Comparator.comparingDouble(Entry::importance).reversed())
        .toList();
  }

  /// URL and time of the most important page in these files; both empty when there is none.
  String[] main(Set<String> files) {
    List<Entry> best = bestFirst(files);
    return best.isEmpty()
        ? new String[] {"", ""}
        : new String[] {best.getFirst().url(), best.getFirst().time()};
  }

  /// Writes the lists of the pages in these files of the archive; returns how many there are.
  int write(Set<String> files, Path pages, Path extra) throws IOException {
    List<Entry> best = bestFirst(files);
    try (BufferedWriter first = Files.newBufferedWriter(pages);
        BufferedWriter rest = Files.newBufferedWriter(extra)) {
      head(first, "pages", "All pages");
      head(rest, "extra-pages", "Further pages");
      int listed = 0;
      for (Entry entry : best) {
        boolean isMain = entry.seed() || listed < MAIN;
        listed += isMain ? 1 : 0;
        line(isMain ? first : rest, fields(entry));
      }
    }
    return best.size();
  }

  private static void head(BufferedWriter out, String id, String title) throws IOException {
    Map<String, Object> head = new LinkedHashMap<>();
    head.put("format", "json-pages-1.0");
    head.put("id", id);
    head.put("title", title);
    head.put("hasText", true);
    line(out, head);
  }

  private Map<String, Object> fields(Entry entry) throws IOException {
    Map<String, Object> fields = new LinkedHashMap<>();
    byte[] name = (entry.url() + entry.time()).getBytes(UTF_8);
    fields.put("id", UUID.nameUUIDFromBytes(name).toString());
    fields.put("url", entry.url());
    fields.put("ts", entry.time());
    fields.put("title", entry.title());
    if (!entry.icon().isEmpty()) {
      fields.put("favIconUrl", entry.icon());
    }
    if (entry.seed()) {
      fields.put("seed", true);
    }
    if (store != null) {
      fields.put("importance", entry.importance());
    }
    byte[] words = new byte[entry.textLength()];
    texts.seek(entry.textAt());
    texts.readFully(words);
    fields.put("text", new String(words, UTF_8));
    return fields;
  }

  private static void line(BufferedWriter out, Map<String, Object> fields) throws IOException {
    out.write(JSON.std.asString(fields));
    out.write('\n');
  }

  @Override
  public void close() throws IOException {
    texts.close();
  }
}
