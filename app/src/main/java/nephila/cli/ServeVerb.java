package nephila.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import nephila.crawl.Plan;
import nephila.crawl.PlanKeys;
import nephila.indexing.Indexer;
import nephila.search.SearchIndex;
import nephila.store.CrawlStore;
import nephila.web.FinishedCrawl;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/// `nephila serve`: the dashboard and the API of a crawl that is not running.
@Command(
    name = "serve",
    description = "Serves the dashboard and the API of a crawl that is not running, until Ctrl-C.",
    footer = {
      "  nephila serve my-crawl                    on this machine only, at a free port",
      "  nephila serve my-crawl --port 8080 --listen 0.0.0.0   for others; prints the token they"
          + " need",
    })
final class ServeVerb extends Verb {
  @Parameters(paramLabel = "DIR", description = "A crawl dir.")
  Path dir = Path.of(".");

  @Mixin final DashboardOptions dashboard = new DashboardOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path kept = dir.resolve("plan.yaml");
    Plan plan = PlanKeys.apply(Plan.builder(), Yaml.read(kept), kept.toString()).build();
    boolean indexed = Files.isDirectory(Indexer.folder(dir));
    try (SearchIndex index = indexed ? Searched.open(dir) : null;
        CrawlStore store = CrawlStore.look(dir);
        Dashboard shown =
            dashboard.open(new FinishedCrawl(dir, store, plan), dir, index, console())) {
      console().err("Serving %s until Ctrl-C.", dir);
      Thread.currentThread().join();
    }
    return DONE;
  }
}
