package nephila.cli.cluster;

import java.util.LinkedHashMap;
import java.util.Map;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.cli.view.WhyOptions;
import nephila.cluster.query.ClusterQueryClient;
import nephila.url.CanonicalUrl;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `nephila cluster why`: why a page of a running crawl was read when it was, or why not yet.
@Command(
    name = "why",
    description =
        "Why was this page read when it was, or why not yet: worth, who pays it, rules, host. Asked"
            + " of the workers while the crawl runs.",
    footer = {
      "  nephila cluster why --kafka broker:9092 --crawl web https://example.org/about",
      "  nephila cluster why --kafka broker:9092 --crawl web example.org --payers 20 --json",
    })
public final class ClusterWhyVerb extends Verb {
  @Mixin final KafkaOptions kafka = new KafkaOptions();

  @Parameters(paramLabel = "URL", description = "A page.")
  String url = "";

  @Mixin final WhyOptions options = new WhyOptions();

  @Override
  public Integer call() {
    WrongUse.typed(() -> CanonicalUrl.typed(url));
    WrongUse.typed(() -> ClusterQueryClient.within(options.payers));
    try (ClusterQueryClient client = kafka.client()) {
      ClusterQueryClient.Why why = client.why(url, options.payers);
      AnswerCoverage basis = new AnswerCoverage(why.basis());
      if (options.json) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("explanation", why.explanation());
        line.put("exactRank", why.exactRank());
        line.put("out", why.out());
        line.putAll(basis.fields());
        console().json(line);
        return DONE;
      }
      WhyOptions.print(why.explanation(), console());
      if (!why.out().isEmpty()) {
        console().out("  asked for now, one of %s", why.out());
      }
      if (!why.exactRank()) {
        console().out("  not every page was looked at: its rank may be lower, and more may pay it");
      }
      console().out("%s", basis.words());
      return DONE;
    }
  }
}
