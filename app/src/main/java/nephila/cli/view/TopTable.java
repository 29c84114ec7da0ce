package nephila.cli.view;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import nephila.cli.Console;
import nephila.view.ImportanceBias;
import nephila.view.OpicTotals;
import nephila.view.PageRow;
import nephila.view.RisingPage;
import nephila.view.RisingPages;
import nephila.view.SiteRow;
import org.jspecify.annotations.Nullable;

/// The most important pages or sites, for people or as lines of JSON.
///
/// @param more fields that every line of JSON has besides
/// @param opic the totals of the papers' OPIC where importance is its, else null
/// @param bias what makes importance another ([ImportanceBias]), empty where nothing does
public record TopTable(
    Console console,
    boolean json,
    Map<String, Object> more,
    @Nullable OpicTotals opic,
    String bias) {
  public TopTable(
      Console console, boolean json, Map<String, Object> more, @Nullable OpicTotals opic) {
    this(console, json, more, opic, "");
  }

  public TopTable(Console console, boolean json, Map<String, Object> more) {
    this(console, json, more, null, "");
  }

  public void pages(List<PageRow> pages, double errorBound) {
    if (!json) {
      console.out("rank  importance  cash       reads  state         url");
    }
    for (PageRow page : pages) {
      if (json) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("rank", page.rank());
        line.put("url", page.url());
        line.put("importance", page.importance());
        line.put("errorBound", errorBound);
        line.put("cash", page.cash());
        line.put("reads", page.reads());
        line.put("state", page.state().toString());
        line.put("status", page.status());
        if (page.lastRead() != null) {
          line.put("lastRead", page.lastRead());
        }
        line.putAll(more);
        console.json(line);
      } else {
        console.out(
            "%4d  %.8f  %-9.3g  %5d  %-12s  %s",
            page.rank(), page.importance(), page.cash(), page.reads(), page.answer(), page.url());
      }
    }
    if (!json) {
      console.out(
          "Importance is %s%s.",
          ImportanceBias.before(OpicTotals.precision(opic, errorBound), bias),
          opic == null ? ", summed over all known pages" : "");
    }
  }

  public void rising(RisingPages risen) {
    if (!json) {
      console.out("rank  importance  before      gained       state         url");
    }
    for (RisingPage page : risen.pages()) {
      if (json) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("rank", page.rank());
        line.put("url", page.url());
        line.put("importance", page.importance());
        if (page.before() != null) {
          line.put("before", page.before());
        }
        line.put("gained", page.gained());
        line.put("certain", page.certain());
        line.put("state", page.state().toString());
        line.put("since", risen.since());
        line.putAll(more);
        console.json(line);
      } else {
        Double before = page.before();
        console.out(
            "%4d  %.8f  %-10s  %s%.8f  %-12s  %s",
            page.rank(),
            page.importance(),
            before == null ? "new" : String.format(Locale.ROOT, "%.8f", before),
            page.certain() ? "+" : "~",
            page.gained(),
            page.state(),
            page.url());
      }
    }
    if (!json) {
      console.out(
          "Since %s, when %,d pages were known (%,d now), %,d pages rose for certain, %,d of them"
              + " new; ~ may be noise.",
          risen.since(),
          risen.knownThen(),
          risen.knownNow(),
          risen.certainPages(),
          risen.newPages());
      if (opic != null) {
        console.out("Importance is by %s.", opic.words());
      }
    }
  }

  public void sites(List<SiteRow> sites) {
    if (!json) {
      console.out("rank  importance  pages    read     readable  site");
    }
    int rank = 1;
    for (SiteRow site : sites) {
      if (json) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("rank", rank);
        line.put("site", site.site());
        line.put("importance", site.importance());
        line.put("pages", site.pages());
        line.put("read", site.read());
        line.put("readable", site.readable());
        line.putAll(more);
        console.json(line);
      } else {
        console.out(
            "%4d  %.8f  %-7d  %-7d  %-8d  %s",
            rank, site.importance(), site.pages(), site.read(), site.readable(), site.site());
      }
      rank++;
    }
    if (!json && opic != null) {
      console.out("Importance is by %s.", opic.words());
    }
  }
}
