package nephila.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import nephila.crawl.Freshness;
import nephila.crawl.Ranking;
import nephila.crawl.Statuses;
import nephila.store.CrawlStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila top`: the most important pages or sites of a crawl now.
@Command(
    name = "top",
    description = "The most important pages of a crawl now, whether or not it is running.",
    footer = {
      "  nephila top my-crawl                      the ten most important pages",
      "  nephila top my-crawl --sites --limit 50   the same for sites",
    })
final class TopVerb extends Verb {
  @Parameters(paramLabel = "DIR", description = "A crawl dir.")
  Path dir = Path.of(".");

  @Option(
      names = "--limit",
      paramLabel = "K",
      defaultValue = "10",
      description = "How many to show (usually 10).")
  int limit;

  @Option(names = "--sites", description = "Sites instead of pages.")
  boolean sites;

  @Option(names = "--unread", description = "Pages still to be read instead of all.")
  boolean unread;

  @Option(names = "--json", description = "A line of JSON each.")
  boolean json;

  @Override
  public Integer call() throws IOException {
    try (CrawlStore store = CrawlStore.lookAtAny(dir)) {
      Ranking ranking = Ranking.of(store);
      if (sites) {
        printSites(ranking.sites(limit));
      } else {
        printPages(ranking.pages(limit, unread), ranking.errorBound());
      }
      if (!json && store.isWhole()) {
        CrawlReport.freshness(console(), Freshness.of(store, System.currentTimeMillis()));
      }
    }
    return DONE;
  }

  private void printPages(List<Ranking.Page> pages, double errorBound) {
    if (!json) {
      console().out("rank  importance  cash       reads  status  url");
    }
    int rank = 1;
    for (Ranking.Page page : pages) {
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
        console().json(line);
      } else {
        String status =
            page.status() > 0 ? String.valueOf(page.status()) : Statuses.words(page.status());
        console()
            .out(
                "%4d  %.8f  %-9.3g  %5d  %6s  %s",
                rank, page.importance(), page.cash(), page.reads(), status, page.url());
      }
      rank++;
    }
    if (!json) {
      console().out("Importance is exact to %.2g, summed over all known pages.", errorBound);
    }
  }

  private void printSites(List<Ranking.Site> sites) {
    if (!json) {
      console().out("rank  importance  pages    read     site");
    }
    int rank = 1;
    for (Ranking.Site site : sites) {
      if (json) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("rank", rank);
        line.put("site", site.name());
        line.put("importance", site.importance());
        line.put("pages", site.pages());
        line.put("read", site.read());
        console().json(line);
      } else {
        console()
            .out(
                "%4d  %.8f  %-7d  %-7d  %s",
                rank, site.importance(), site.pages(), site.read(), site.name());
      }
      rank++;
    }
  }
}
