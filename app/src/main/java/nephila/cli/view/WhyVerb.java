package nephila.cli.view;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.cli.crawl.Yaml;
import nephila.communitycrawl.CommunityPages;
import nephila.config.CrawlConfig;
import nephila.store.CrawlStore;
import nephila.url.CanonicalUrl;
import nephila.view.PageExplanation;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `nephila why`: why a page was read when it was, or why it was not.
@Command(
    name = "why",
    description =
        "Why was this page read when it was, or why not yet: worth, who pays it, rules, host.",
    footer = {
      "  nephila why my-crawl https://example.org/about",
      "  nephila why my-crawl example.org --payers 20",
      "  nephila why frontiers/DEFAULT example.org    a crawl of serve --frontier, stopped or not",
    })
public final class WhyVerb extends Verb {
  @Parameters(
      index = "0",
      paramLabel = "DIR",
      description = "A crawl dir; of serve --frontier a folder in it.")
  Path dir = Path.of(".");

  @Parameters(index = "1", paramLabel = "URL", description = "A page.")
  String url = "";

  @Mixin final WhyOptions options = new WhyOptions();

  @Override
  public Integer call() throws IOException {
    WrongUse.typed(() -> CanonicalUrl.typed(url));
    try (CrawlStore store = CrawlStore.look(dir)) {
      CrawlConfig plan = Yaml.planSeen(dir);
      PageExplanation explanation =
          PageExplanation.of(store, plan, url, options.payers, java.time.Clock.systemUTC());
      if (options.json) {
        console().json(explanation);
      } else {
        WhyOptions.print(explanation, console());
        CommunityPages.in(dir).ifPresent(community -> community(community, explanation));
      }
    }
    return DONE;
  }

  /// What the page is to the community of the dir.
  private void community(CommunityPages community, PageExplanation explanation) {
    CommunityPages.Page page = community.of(explanation.url()).orElse(null);
    if (page == null) {
      console()
          .out(
              "community   %s",
              explanation.reads() == 0
                  ? "not read: no member"
                  : "no member: fetched around it, for the estimate");
      return;
    }
    console()
        .out(
            "community   %s%s",
            page.role(),
            Double.isNaN(page.relevance())
                ? ""
                : String.format(Locale.ROOT, ", relevance %.2f", page.relevance()));
    if (!page.note().isEmpty()) {
      console().out("            %s", page.note());
    }
  }
}
