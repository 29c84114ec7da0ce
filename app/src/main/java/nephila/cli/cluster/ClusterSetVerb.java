package nephila.cli.cluster;

import java.util.List;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.cluster.ClusterSettings;
import nephila.cluster.CrawlRegistry;
import nephila.config.ConfigKey;
import nephila.config.CrawlConfig;
import nephila.config.Settings;
import nephila.crawl.LiveChange;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `nephila cluster set`: changes settings of a crawl on a cluster while it runs.
@Command(
    name = "set",
    description = {
      "Changes a setting of a crawl on a cluster; its workers hear of it within a second or two,"
          + " and judge what they know anew. Without VALUE it shows the value.",
      "Of a setting with many values (focus, include, exclude) VALUE is added; none takes all"
          + " away.",
    },
    footer = {
      "  nephila cluster set --kafka broker:9092 --crawl web max-pages 50000",
      "  nephila cluster set --kafka broker:9092 --crawl web focus 'url~/news/ x3'",
      "  nephila cluster set --kafka broker:9092 --crawl web refresh",
    })
public final class ClusterSetVerb extends Verb {
  @Mixin final KafkaOptions kafka = new KafkaOptions();

  @Parameters(
      index = "0",
      paramLabel = "NAME",
      description = "A setting that can be changed while a crawl runs.")
  String name = "";

  @Parameters(index = "1", arity = "0..1", paramLabel = "VALUE", description = "Its new value.")
  List<String> value = List.of();

  @Override
  public Integer call() {
    WrongUse.typed(
        () -> {
          if (value.isEmpty()) {
            return Settings.key(name);
          }
          return LiveChange.of(CrawlConfig.usual(), name, value.getFirst());
        });
    CrawlRegistry registry = new CrawlRegistry(kafka.connection(), kafka.crawl);
    ClusterSettings now =
        value.isEmpty()
            ? registry.join(null, 1)
            : registry.change(plan -> LiveChange.of(plan, name, value.getFirst()).checked());
    ConfigKey key = Settings.key(name);
    console().out("%s: %s", name, key.shown(now.plan()));
    return DONE;
  }
}
