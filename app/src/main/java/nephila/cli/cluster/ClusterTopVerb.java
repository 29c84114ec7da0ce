package nephila.cli.cluster;

import java.util.LinkedHashMap;
import java.util.Map;
import nephila.cli.Numbers;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.cli.view.TopFilter;
import nephila.cli.view.TopTable;
import nephila.cluster.query.ClusterQueryClient;
import nephila.view.ImportanceBias;
import nephila.view.OpicTotals;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `nephila cluster top`: the most important pages of a running crawl.
@Command(
    name = "top",
    description =
        "The most important pages of a crawl on a cluster, asked of its workers while it runs.",
    footer = {
      "  nephila cluster top --kafka broker:9092 --crawl web",
      "  nephila cluster top --kafka broker:9092 --crawl web --unread --limit 50 --json",
    })
public final class ClusterTopVerb extends Verb {
  @Mixin final KafkaOptions kafka = new KafkaOptions();

  @Option(
      names = "--limit",
      converter = Numbers.Count.class,
      paramLabel = "K",
      defaultValue = "10",
      description = "How many to show, up to 1000 (usually 10).")
  int limit;

  @ArgGroup(exclusive = true)
  TopFilter filter = new TopFilter();

  @Option(names = "--json", description = "A line of JSON each.")
  boolean json;

  @Override
  public Integer call() {
    WrongUse.typed(() -> ClusterQueryClient.within(limit));
    try (ClusterQueryClient client = kafka.client()) {
      ClusterQueryClient.Pages found = client.pages(limit, filter.which());
      AnswerCoverage basis = new AnswerCoverage(found.basis());
      Map<String, Object> more = new LinkedHashMap<>(OpicTotals.fields(found.opic()));
      more.putAll(basis.fields());
      String bias = ImportanceBias.of(client.settings().plan().ledger());
      if (!bias.isEmpty()) {
        more.put("bias", bias);
      }
      new TopTable(console(), json, more, found.opic(), bias)
          .pages(found.pages(), found.errorBound());
      if (!json) {
        console().out("%s", basis.words());
      }
      return DONE;
    }
  }
}
