package nephila.cli.cluster;

import java.util.LinkedHashMap;
import java.util.Map;
import nephila.cli.Numbers;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.cli.view.TopTable;
import nephila.cluster.query.ClusterQueryClient;
import nephila.view.OpicTotals;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `nephila cluster sites`: the most important sites of a running crawl.
@Command(
    name = "sites",
    description =
        "The most important sites of a crawl on a cluster, asked of its workers while it runs:"
            + " importance of their pages together, pages known and read. Grades with reasons need"
            + " the links between sites: nephila cluster export, then nephila sites.",
    footer = {
      "  nephila cluster sites --kafka broker:9092 --crawl web",
      "  nephila cluster sites --kafka broker:9092 --crawl web --limit 100 --json",
    })
public final class ClusterSitesVerb extends Verb {
  @Mixin final KafkaOptions kafka = new KafkaOptions();

  @Option(
      names = "--limit",
      converter = Numbers.Count.class,
      paramLabel = "K",
      defaultValue = "50",
      description = "How many to show, up to 1000 (usually 50).")
  int limit;

  @Option(names = "--json", description = "A line of JSON each.")
  boolean json;

  @Override
  public Integer call() {
    WrongUse.typed(() -> ClusterQueryClient.within(limit));
    try (ClusterQueryClient client = kafka.client()) {
      ClusterQueryClient.Sites found = client.sites(limit);
      AnswerCoverage basis = new AnswerCoverage(found.basis());
      Map<String, Object> more = new LinkedHashMap<>(OpicTotals.fields(found.opic()));
      more.putAll(basis.fields());
      new TopTable(console(), json, more, found.opic()).sites(found.sites());
      if (!json) {
        console().out("%,d sites in all. %s", found.total(), basis.words());
      }
      return DONE;
    }
  }
}
