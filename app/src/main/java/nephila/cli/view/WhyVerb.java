package nephila.cli.view;

import java.io.IOException;
import java.nio.file.Path;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.cli.crawl.Yaml;
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
    })
public final class WhyVerb extends Verb {
  @Parameters(index = "0", paramLabel = "DIR", description = "A crawl dir.")
  Path dir = Path.of(".");

  @Parameters(index = "1", paramLabel = "URL", description = "A page.")
  String url = "";

  @Mixin final WhyOptions options = new WhyOptions();

  @Override
  public Integer call() throws IOException {
    WrongUse.typed(() -> CanonicalUrl.typed(url));
    try (CrawlStore store = CrawlStore.look(dir)) {
      CrawlConfig plan = Yaml.planOf(dir);
      PageExplanation explanation =
          PageExplanation.of(store, plan, url, options.payers, java.time.Clock.systemUTC());
      if (options.json) {
        console().json(explanation);
      } else {
        WhyOptions.print(explanation, console());
      }
    }
    return DONE;
  }
}
