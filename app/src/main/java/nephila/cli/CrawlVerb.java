package nephila.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import nephila.UserError;
import nephila.crawl.ControlFile;
import nephila.crawl.Crawl;
import nephila.crawl.CrawlListener;
import nephila.crawl.CrawlStatus;
import nephila.crawl.PageEvent;
import nephila.crawl.Plan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila crawl`: reads the web from some seeds on, the most important pages first.
@Command(
    name = "crawl",
    description =
        "Crawls from the seeds on, the most important pages first, and archives what it reads.",
    footer = {
      "  nephila crawl https://example.org/ --agent MyBot --contact me@example.org --max-pages"
          + " 1000",
      "  nephila crawl --dir my-crawl              go on with a crawl that was stopped",
    })
final class CrawlVerb extends Verb {
  private static final long STOP_SECONDS = 60;

  @Parameters(arity = "0..*", paramLabel = "SEED", description = "Pages to start from.")
  List<String> seeds = List.of();

  @Option(
      names = {"-d", "--dir"},
      paramLabel = "DIR",
      description =
          "Where to keep the crawl; one that exists is gone on with (usually nephila-crawl).")
  Path dir = Path.of("nephila-crawl");

  @Mixin final PlanOptions options = new PlanOptions();

  @Option(names = "--json", description = "A line of JSON per page read, and one at the end.")
  boolean json;

  @Option(
      names = {"-q", "--quiet"},
      description = "No progress.")
  boolean quiet;

  @Override
  public Integer call() throws IOException {
    Plan plan = options.resolve(dir, seeds);
    prepare(dir);
    CountDownLatch closed = new CountDownLatch(1);
    boolean[] interrupted = {false};
    CrawlStatus end;
    try (Crawl crawl = Crawl.open(dir, plan)) {
      if (crawl.replayed() > 0) {
        console()
            .err(
                "%,d pages that a crash had cut off were taken from the archive.",
                crawl.replayed());
      }
      Thread hook =
          Thread.ofPlatform()
              .unstarted(
                  () -> {
                    interrupted[0] = true;
                    crawl.control().stop();
                    await(closed);
                  });
      Runtime.getRuntime().addShutdownHook(hook);
      try (ControlFile control = ControlFile.watch(crawl)) {
        end =
            crawl.run(
                json ? events() : quiet ? CrawlListener.SILENT : new LiveScreen(console(), dir));
      }
      release(hook, interrupted);
    }
    if (json) {
      console().json(summary(end));
    } else {
      new CrawlReport(console(), dir).print(end);
    }
    closed.countDown();
    if (interrupted[0]) {
      return INTERRUPTED;
    }
    return noSeedRead(end) ? FAILED : DONE;
  }

  private static void prepare(Path dir) throws IOException {
    if (Files.exists(dir) && !Files.isDirectory(dir)) {
      throw new UserError(dir + ": is a file; --dir must name a folder");
    }
    Files.createDirectories(dir);
    if (!Files.isWritable(dir)) {
      throw new UserError(dir + ": cannot be written to; choose another with --dir");
    }
  }

  private static void await(CountDownLatch closed) {
    try {
      closed.await(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void release(Thread hook, boolean[] interrupted) {
    if (!interrupted[0]) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        interrupted[0] = true;
      }
    }
  }

  /// Whether nothing at all was answered, as for a seed on an unknown host.
  private static boolean noSeedRead(CrawlStatus end) {
    boolean answered =
        end.outcomes().keySet().stream().anyMatch(kind -> Character.isDigit(kind.charAt(0)));
    return !answered && end.fetched() > 0;
  }

  private CrawlListener events() {
    return new CrawlListener() {
      @Override
      public void visited(PageEvent event) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("event", "page");
        line.put("time", java.time.Instant.ofEpochMilli(event.atMillis()).toString());
        line.put("url", event.url());
        line.put("status", event.status());
        line.put("mime", event.mime());
        line.put("bytes", event.bytes());
        line.put("millis", event.millis());
        line.put("depth", event.depth());
        line.put("links", event.links());
        line.put("newPages", event.newPages());
        line.put("change", event.change().name().toLowerCase(java.util.Locale.ROOT));
        line.put("reason", event.reason().name().toLowerCase(java.util.Locale.ROOT));
        line.put("importance", event.importance());
        console().json(line);
      }
    };
  }

  private static Map<String, Object> summary(CrawlStatus end) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("event", "end");
    line.put("reason", end.reason());
    line.put("fetched", end.fetched());
    line.put("read", end.read());
    line.put("known", end.known());
    line.put("queued", end.queued());
    line.put("hosts", end.hosts());
    line.put("bytes", end.bytes());
    line.put("captured", end.captured());
    line.put("errorBound", end.errorBound());
    line.put("seconds", end.runMillis() / 1000.0);
    line.put("outcomes", end.outcomes());
    return line;
  }
}
