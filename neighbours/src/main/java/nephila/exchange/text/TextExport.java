package nephila.exchange.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import nephila.Progress;
import nephila.archive.ArchivedPage;
import nephila.archive.CaptureLookup;
import nephila.store.CrawlStore;
import nephila.store.ExportedPage;
import nephila.store.record.ReadFacts;
import nephila.text.DocumentReader;
import nephila.text.SiteTemplate;
import nephila.url.CanonicalUrl;
import nephila.view.PageState;
import org.jspecify.annotations.Nullable;

/// Writes what the pages of a crawl say, the most important first. What the pages of a host share
/// is learned first, from up to 48 of its pages, whichever pages are wanted. Some 60 bytes a page
/// that was read, and a few milliseconds each.
public final class TextExport {
  private final Path dir;
  private final TextOptions options;
  private final Progress progress;
  private final CaptureLookup captures;
  private final List<Found> found = new ArrayList<>();
  private final Map<String, List<Found>> samples = new HashMap<>();
  private double[] importances = new double[1024];
  private int known;
  private long unread;

  /// A page that was read and whose text may be wanted.
  private record Found(int host, long hash, double importance, boolean wanted) {}

  /// @param pages that were written
  /// @param remark what there is to say of the file
  public record Result(long pages, long silent, String remark) {}

  public TextExport(Path dir, TextOptions options, Progress progress) {
    this.dir = dir;
    this.options = options;
    this.progress = progress;
    this.captures = new CaptureLookup(dir);
  }

  /// Is shown what pages say.
  public interface Rows {
    void row(TextRow row) throws IOException;
  }

  /// Shows what the wanted pages say, the most important first. Returns how many say nothing.
  public long show(CrawlStore store, Rows to) throws IOException {
    gather(store);
    SiteTemplates templates = new SiteTemplates(origin -> learned(store, origin));
    List<Found> wanted = wanted();
    long silent = 0;
    long done = 0;
    try (PageTexts texts = new PageTexts()) {
      for (Found each : wanted) {
        progress.at("texts read", done++, wanted.size());
        Optional<TextRow> row = row(store, each, texts, templates);
        if (row.isEmpty()) {
          silent++;
        } else {
          to.row(row.get());
        }
      }
    }
    return silent;
  }

  /// Writes the texts of the crawl whose store this is.
  public Result write(CrawlStore store, Path target) throws IOException {
    WrittenDigests digests = new WrittenDigests(dir, target);
    long[] pages = {0};
    long silent;
    String remark;
    try (TextSink file = new TextSink(target, options.chunkWords())) {
      silent =
          show(
              store,
              row -> {
                if (digests.isNew(row) || !options.changedOnly()) {
                  file.write(row);
                  pages[0]++;
                }
              });
      boolean nothing = options.changedOnly() && pages[0] == 0 && Files.exists(target);
      remark =
          nothing
              ? "no page says anything else than in it; it is left as it was"
              : file.finish(options.isWhole());
    }
    digests.keep();
    return new Result(pages[0], silent, remark);
  }

  private void gather(CrawlStore store) {
    ExportedPage.of(
        store,
        page -> {
          if (known == importances.length) {
            importances = Arrays.copyOf(importances, 2 * known);
          }
          importances[known++] = page.importance();
          ReadFacts facts = page.facts();
          if (facts == null || !isText(page, facts)) {
            return;
          }
          int host = page.stored().group();
          String origin = store.origin(host);
          boolean wanted = isWanted(CanonicalUrl.ofCanonical(page.discovery().url()), facts);
          Found one = new Found(host, page.stored().hash(), page.importance(), wanted);
          if (wanted) {
            found.add(one);
          }
          if (DocumentReader.isHtml(mime(facts))) {
            sample(origin, one);
          }
        });
    Arrays.sort(importances, 0, known);
  }

  private static String mime(ReadFacts facts) {
    return facts.mime().isEmpty() || facts.mime().equals("unk") ? "text/html" : facts.mime();
  }

  private static boolean isText(ExportedPage page, ReadFacts facts) {
    return page.status() == 200
        && PageState.of(page.stored()) == PageState.READ
        && DocumentReader.reads(mime(facts));
  }

  private boolean isWanted(CanonicalUrl url, ReadFacts facts) {
    Set<String> sites = options.sites();
    boolean here = sites.isEmpty() || sites.contains(url.site()) || sites.contains(url.host());
    return here
        && (options.since() == null || facts.changedAtMillis() >= options.since().toEpochMilli());
  }

  /// Keeps the pages of a host with the least hashes: a sample that does not depend on order.
  private void sample(String origin, Found one) {
    List<Found> its = samples.computeIfAbsent(origin, key -> new ArrayList<>());
    if (its.size() < SiteTemplate.Learner.MOST_PAGES) {
      its.add(one);
      return;
    }
    int greatest = 0;
    for (int i = 1; i < its.size(); i++) {
      greatest = its.get(i).hash > its.get(greatest).hash ? i : greatest;
    }
    if (one.hash < its.get(greatest).hash) {
      its.set(greatest, one);
    }
  }

  private List<Found> wanted() {
    List<Found> wanted = new ArrayList<>(found);
    wanted.sort(
        Comparator.comparingDouble(Found::importance).reversed().thenComparingLong(Found::hash));
    boolean all = options.top() == 0 || options.top() >= wanted.size();
    return all ? wanted : wanted.subList(0, (int) options.top());
  }

  private SiteTemplate learned(CrawlStore store, String origin) {
    SiteTemplate.Learner learner = new SiteTemplate.Learner();
    List<Found> its = new ArrayList<>(samples.getOrDefault(origin, List.of()));
    its.sort(Comparator.comparingLong(Found::hash));
    for (Found each : its) {
      PageTexts.teach(learner, newest(store.url(each.host, each.hash)));
    }
    return learner.learned();
  }

  private @Nullable ArchivedPage newest(String url) {
    try {
      return captures.newest(url).orElse(null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<TextRow> row(
      CrawlStore store, Found each, PageTexts texts, SiteTemplates templates) {
    String url = store.url(each.host, each.hash);
    ArchivedPage page = newest(url);
    if (page == null || !PageTexts.isText(page)) {
      unread++;
      return Optional.empty();
    }
    boolean html = DocumentReader.isHtml(PageTexts.mime(page));
    SiteTemplate template = html ? templates.of(store.origin(each.host)) : SiteTemplate.NONE;
    return texts.row(
        page, CanonicalUrl.ofCanonical(url), template, each.importance, rank(each.importance));
  }

  /// Pages wanted that the archive does not have.
  public long unread() {
    return unread;
  }

  private long rank(double importance) {
    int at = Arrays.binarySearch(importances, 0, known, importance);
    if (at < 0) {
      return known + at + 2;
    }
    while (at + 1 < known && importances[at + 1] == importance) {
      at++;
    }
    return known - at;
  }
}
