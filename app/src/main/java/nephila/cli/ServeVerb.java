package nephila.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import nephila.UserError;
import nephila.crawl.Plan;
import nephila.crawl.PlanKeys;
import nephila.store.CrawlStore;
import nephila.web.ArchivedPages;
import nephila.web.FinishedCrawl;
import nephila.web.SearchPages;
import nephila.web.WebServer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
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

  @Option(
      names = "--port",
      paramLabel = "P",
      defaultValue = "0",
      description = "Port to listen on (usually a free one).")
  int port;

  @Option(
      names = "--listen",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description =
          "Address to listen on (usually 127.0.0.1). Beyond this machine every request needs the"
              + " token.")
  String listen = "127.0.0.1";

  @Override
  public Integer call() throws IOException, InterruptedException {
    InetAddress address;
    try {
      address = InetAddress.getByName(listen);
    } catch (UnknownHostException e) {
      throw new UserError("--listen " + listen + ": no such address on this machine", e);
    }
    Path kept = dir.resolve("plan.yaml");
    Plan plan = PlanKeys.apply(Plan.builder(), Yaml.read(kept), kept.toString()).build();
    try (CrawlStore store = CrawlStore.look(dir);
        WebServer server =
            WebServer.start(
                address,
                port,
                new FinishedCrawl(dir, store, plan),
                new SearchPages(null, ArchivedPages.NONE))) {
      console().out("%s", server.address());
      console().err("Serving %s until Ctrl-C.", dir);
      Thread.currentThread().join();
    }
    return DONE;
  }
}
