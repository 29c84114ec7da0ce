package nephila.cli;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import nephila.crawl.PageRanking;
import nephila.process.Statuses;

/// The most important pages or sites, for people or as lines of JSON.
///
/// @param more fields that every line of JSON has besides
record TopTable(Console console, boolean json, Map<String, Object> more) {
  void pages(List<PageRanking.Page> pages, double errorBound) {
    if (!json) {
      console.out("rank  importance  cash       reads  status  url");
    }
    int rank = 1;
    for (PageRanking.Page page : pages) {
      if (json) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("rank", rank);
        line.put("url", page.url());
        line.put("importance", page.importance());
        line.put("errorBound", errorBound);
        line.put("cash", page.cash());
        line.put("reads", page.reads());
        line.put("status", page.status());
        if (page.readAtSeconds() > 0) {
          line.put("lastRead", Instant.ofEpochSecond(page.readAtSeconds()).toString());
        }
        line.putAll(more);
        console.json(line);
      } else {
        String status =
            page.status() > 0 ? String.valueOf(page.status()) : Statuses.words(page.status());
        console.out(
            "%4d  %.8f  %-9.3g  %5d  %6s  %s",
            rank, page.importance(), page.cash(), page.reads(), status, page.url());
      }
      rank++;
    }
    if (!json) {
      console.out("Importance is exact to %.2g, summed over all known pages.", errorBound);
    }
  }

  void sites(List<PageRanking.Site> sites) {
    if (!json) {
      console.out("rank  importance  pages    read     site");
    }
    int rank = 1;
    for (PageRanking.Site site : sites) {
      if (json) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("rank", rank);
        line.put("site", site.name());
        line.put("importance", site.importance());
        line.put("pages", site.pages());
        line.put("read", site.read());
        line.putAll(more);
        console.json(line);
      } else {
        console.out(
            "%4d  %.8f  %-7d  %-7d  %s",
            rank, site.importance(), site.pages(), site.read(), site.name());
      }
      rank++;
    }
  }
}
