package nephila.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import nephila.crawl.Explanation;
import nephila.crawl.Plan;
import nephila.crawl.PlanKeys;
import nephila.store.CrawlStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
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
final class WhyVerb extends Verb {
  @Parameters(index = "0", paramLabel = "DIR", description = "A crawl dir.")
  Path dir = Path.of(".");

  @Parameters(index = "1", paramLabel = "URL", description = "A page.")
  String url = "";

  @Option(
      names = "--payers",
      paramLabel = "K",
      defaultValue = "5",
      description = "How many of those who pay it to name (usually 5).")
  int payers;

  @Option(names = "--json", description = "The explanation as one line of JSON.")
  boolean json;

  @Override
  public Integer call() throws IOException {
    Path file = dir.resolve("plan.yaml");
    try (CrawlStore store = CrawlStore.look(dir)) {
      Plan plan = PlanKeys.apply(Plan.builder(), Yaml.read(file), file.toString()).build();
      Explanation explanation =
          Explanation.of(store, plan, url, payers, java.time.Clock.systemUTC());
      if (json) {
        console().json(explanation);
      } else {
        List<String> lines = explanation.lines();
        lines.forEach(line -> console().out("%s", line));
      }
    }
    return DONE;
  }
}
