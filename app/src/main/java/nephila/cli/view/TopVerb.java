package nephila.cli.view;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import nephila.UserError;
import nephila.cli.Numbers;
import nephila.cli.Verb;
import nephila.cli.crawl.CrawlReport;
import nephila.store.CrawlStore;
import nephila.view.Freshness;
import nephila.view.ImportanceBias;
import nephila.view.OpicTotals;
import nephila.view.PageRanking;
import nephila.view.RisingPages;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila top`: the most important pages or sites of a crawl now.
@Command(
    name = "top",
    description = {
      "The most important pages of a crawl now, whether or not it is running. Pages that may not be"
          + " read (out of scope, forbidden, given up) come after all others and say so."
    },
    footer = {
      "  nephila top my-crawl                      the ten most important pages",
      "  nephila top my-crawl --sites --limit 50   the same for sites",
      "  nephila top my-crawl --rising 30d         the pages that rose most in a month",
      "  nephila top my-crawl --all --limit 100    by importance alone, out of scope or not",
    })
public final class TopVerb extends Verb {
  @Parameters(paramLabel = "DIR", description = "A crawl dir.")
  Path dir = Path.of(".");

  @Option(
      names = "--limit",
      converter = Numbers.Count.class,
      paramLabel = "K",
      defaultValue = "10",
      description = "How many to show (usually 10).")
  int limit;

  @Option(names = "--sites", description = "Sites instead of pages.")
  boolean sites;

  @Option(
      names = "--rising",
      arity = "0..1",
      fallbackValue = "7d",
      converter = Numbers.Time.class,
      paramLabel = "D",
      description =
          "The pages whose importance rose most, compared with so long before (usually 7d) or, in a"
              + " younger crawl, with its oldest mark. A running crawl makes a mark every hour, and"
              + " one at its end.")
  @Nullable Duration rising;

  @ArgGroup(exclusive = true)
  TopFilter filter = new TopFilter();

  @Option(names = "--json", description = "A line of JSON each.")
  boolean json;

  @Override
  public Integer call() throws IOException {
    try (CrawlStore store = CrawlStore.lookAtAny(dir)) {
      PageRanking ranking = PageRanking.of(store);
      String bias = ImportanceBias.of(store);
      Map<String, Object> more = OpicTotals.fields(ranking.opic());
      if (!bias.isEmpty()) {
        more.put("bias", bias);
      }
      TopTable table = new TopTable(console(), json, more, ranking.opic(), bias);
      if (rising != null) {
        table.rising(risen(store, rising));
        return DONE;
      }
      if (sites) {
        table.sites(ranking.sites(limit));
      } else {
        table.pages(ranking.pages(limit, filter.which()), ranking.errorBound());
      }
      if (!json && store.isWhole()) {
        CrawlReport.freshness(console(), Freshness.of(store, System.currentTimeMillis()));
      }
    }
    return DONE;
  }

  private RisingPages risen(CrawlStore store, Duration window) throws IOException {
    if (sites || filter.isGiven()) {
      throw new UserError(
          "--rising lists pages that may be read; it goes with --limit and --json alone");
    }
    return RisingPages.of(store, dir, window, limit, false)
        .orElseThrow(
            () ->
                new UserError(
                    dir
                        + " has no mark of importance to compare with; the next run of the crawl"
                        + " makes one every hour, and one at its end"));
  }
}
