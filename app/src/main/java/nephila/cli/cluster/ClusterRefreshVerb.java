package nephila.cli.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import nephila.UserError;
import nephila.cli.Interruption;
import nephila.cli.Numbers;
import nephila.cli.OldCrawlSource;
import nephila.cli.Verb;
import nephila.cli.WholeFile;
import nephila.cli.WrongUse;
import nephila.cli.crawl.RefreshReport;
import nephila.cli.crawl.SettingOptions;
import nephila.cluster.ClusterSettings;
import nephila.cluster.CrawlRegistry;
import nephila.cluster.KafkaConnection;
import nephila.cluster.NamedPages;
import nephila.cluster.query.ClusterStatus;
import nephila.cluster.query.ClusterTotals;
import nephila.cluster.transfer.ClusterExport;
import nephila.config.CrawlConfig;
import nephila.config.SelectionOrder;
import nephila.liverank.OldGraph;
import nephila.liverank.Order;
import nephila.liverank.Ordering;
import nephila.liverank.Sample;
import nephila.refresh.CrawledFindings;
import nephila.refresh.OldWeb;
import nephila.refresh.PageAnswer;
import nephila.refresh.RefreshFindings;
import nephila.refresh.RefreshLists;
import nephila.store.CrawlStore;
import nephila.url.CanonicalUrl;
import nephila.url.Scope;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila cluster refresh`: an old crawl is asked by all workers of a cluster.
@Command(
    name = "refresh",
    description = {
      "What of an old crawl still exists, asked by all workers of a cluster, each its share, in a"
          + " LiveRank order of one round (R, I, P) or of two (Pa, Pa+-, ASF, BFS, AI, recursive,"
          + " learned): first the training set, then, by its answers, the rest.",
      "Begins a crawl of that name with the pages of the old crawl, follows no links, waits for the"
          + " workers (nephila cluster worker --crawl NAME, as many as you like, before or after),"
          + " writes one report, and stops the crawl. Killed or interrupted, the same command goes"
          + " on.",
    },
    footer = {
      "  nephila cluster refresh old-crawl --kafka broker:9092 --crawl again --order P --agent"
          + " MyBot --contact me@example.org",
      "  nephila cluster worker --kafka broker:9092 --crawl again --dir w1",
      "  nephila cluster refresh pages.tsv.gz --links links.tsv.gz --kafka broker:9092 --crawl"
          + " again --order Pa+- --sample random:1%% --agent MyBot --contact me@example.org",
    })
public final class ClusterRefreshVerb extends Verb {
  /// How many redirects of a page are followed.
  private static final int MOST_HOPS = 5;

  /// So many looks in a row must find nothing to do, half a second apart.
  private static final int CALM = 6;

  private static final long LINE_NANOS = 10_000_000_000L;

  @Mixin final KafkaOptions kafka = new KafkaOptions();

  @Mixin final TopicOptions topics = new TopicOptions();

  @Parameters(
      arity = "1..*",
      paramLabel = "OLD",
      description =
          "The old crawl: a crawl dir, a folder of WARC files, .warc .warc.gz .arc .wacz .cdx"
              + " .cdxj files, or a file of pages (id TAB url; .tsv .txt, .gz .zst).")
  List<Path> sources = List.of();

  @Option(
      names = "--links",
      paramLabel = "FILE",
      description = "Links of a file of pages: source id, target id.")
  @Nullable Path links;

  @Option(
      names = {"-d", "--dir"},
      paramLabel = "DIR",
      description = "Where the lists are written (usually nephila-refresh).")
  Path dir = Path.of("nephila-refresh");

  @Option(
      names = "--order",
      defaultValue = "learned",
      paramLabel = "NAME",
      description =
          "In which order to ask: learned (usual), R, I, P, Pa, Pa+-, ASF, BFS, AI, recursive.")
  String order = "learned";

  @Option(
      names = "--sample",
      defaultValue = "random:1%",
      paramLabel = "KIND:SIZE",
      description =
          "Training set, asked first: random, indegree, pagerank, site, or random-apart and so on,"
              + " as 1%% or 5000 (default: ${DEFAULT-VALUE}).")
  String sample = "random:1%";

  @Option(
      names = "--most",
      converter = Numbers.AtLeastOne.class,
      paramLabel = "N",
      description = "Ask for the first N pages of the order only.")
  @Nullable Integer most;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "S",
      description = "Seed of everything random (default: ${DEFAULT-VALUE}).")
  long seed = 1;

  @Option(
      names = "--everything",
      description = "Images, scripts and style sheets of archives too, not only pages.")
  boolean everything;

  @Option(names = "--json", description = "One line of JSON at the end.")
  boolean json;

  @Mixin
  final SettingOptions visitor =
      SettingOptions.of(
          "agent", "contact", "delay", "timeout", "allow-private", "allow-network", "archive");

  private final AtomicBoolean interrupted = new AtomicBoolean();
  private long shown;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Order named = WrongUse.typed(() -> Order.parse(order));
    Sample training = WrongUse.typed(() -> Sample.parse(sample));
    KafkaConnection connection = kafka.connection();
    OldCrawlSource source = new OldCrawlSource(sources, links, everything);
    OldWeb old = source.readPages(console().progress());
    old.remarks().forEach(remark -> console().err("%s", remark));
    int wanted = most == null ? old.pages() : Math.min(most, old.pages());
    OldGraph snapshot = old.snapshot();
    int[] first = upTo(wanted, named.firstRound(snapshot, training, seed).pages());
    ClusterSettings settings = topics.settings(plan(old, first[0]));
    CrawlRegistry registry = new CrawlRegistry(connection, kafka.crawl);
    ClusterSettings joined = registry.join(settings, topics.replication);
    source.note(dir);
    Rounds rounds = Rounds.of(dir.resolve("rounds.tsv"), kafka.crawl);
    try (Interruption interruption = Interruption.calls(() -> interrupted.set(true));
        ClusterTotals totals = ClusterTotals.open(connection, kafka.crawl, joined)) {
      if (totals.wanted() == CrawlRegistry.State.STOPPED) {
        registry.want(CrawlRegistry.State.RUNNING);
      }
      Conversation cluster = new Conversation(connection, joined, old, totals, rounds);
      console()
          .err(
              "%,d pages in the order %s, as crawl '%s' on %d partitions.",
              wanted, named.shown(), kafka.crawl, joined.partitions());
      if (!cluster.ask(names(old, first), "round 1")) {
        return goesOn();
      }
      CrawledFindings found = cluster.look();
      if (first.length < wanted) {
        Ordering ordering = named.start(snapshot, training, seed);
        for (int page : first) {
          tell(ordering, page, found.findings().answer(page));
        }
        int[] rest = upTo(wanted - first.length, ordering.rest().pages());
        if (!cluster.ask(names(old, rest), "round 2")) {
          return goesOn();
        }
        found = cluster.look();
      }
      for (int hop = 1; hop <= MOST_HOPS && !found.redirectsToAsk().isEmpty(); hop++) {
        if (!cluster.ask(canonical(found.redirectsToAsk()), "redirects " + hop)) {
          return goesOn();
        }
        found = cluster.look();
      }
      registry.want(CrawlRegistry.State.STOPPED);
      report(old, found.findings());
      return interruption.happened() ? INTERRUPTED : DONE;
    }
  }

  private int goesOn() {
    console().err("Interrupted; workers go on with what was named, the same command waits again.");
    return INTERRUPTED;
  }

  private static int[] upTo(int most, int[] pages) {
    return pages.length <= most ? pages : Arrays.copyOf(pages, most);
  }

  /// Pages in the order in which they are named, whatever else was typed; no links are followed.
  private CrawlConfig plan(OldWeb old, int first) {
    CrawlConfig plan =
        visitor
            .applied()
            .with("seeds", List.of(old.urls().get(first)))
            .with("select", SelectionOrder.BFS)
            .with("scope", Scope.Kind.ANY)
            .with("depth", 0)
            .with("sitemaps", false);
    return WrongUse.typed(plan::checked);
  }

  private static void tell(Ordering ordering, int page, @Nullable PageAnswer answer) {
    if (answer == null || answer.verdict().closed()) {
      ordering.closed(page);
    } else {
      ordering.answered(page, answer.verdict().alive());
    }
  }

  private static List<CanonicalUrl> names(OldWeb old, int[] pages) {
    List<CanonicalUrl> names = new ArrayList<>(pages.length);
    for (int page : pages) {
      names.add(CanonicalUrl.ofCanonical(old.urls().get(page)));
    }
    return names;
  }

  private static List<CanonicalUrl> canonical(List<String> urls) {
    return urls.stream().map(CanonicalUrl::ofCanonical).toList();
  }

  private void report(OldWeb old, RefreshFindings findings) {
    RefreshLists.write(old, findings, dir);
    RefreshReport report = new RefreshReport(console(), findings, dir);
    if (json) {
      console().json(report.summary(order, false));
    } else {
      report.print();
    }
  }

  /// Names pages to the workers and waits for what they find.
  private final class Conversation {
    private final KafkaConnection connection;
    private final ClusterSettings settings;
    private final OldWeb old;
    private final ClusterTotals totals;
    private final Rounds rounds;
    private long named;

    Conversation(
        KafkaConnection connection,
        ClusterSettings settings,
        OldWeb old,
        ClusterTotals totals,
        Rounds rounds) {
      this.connection = connection;
      this.settings = settings;
      this.old = old;
      this.totals = totals;
      this.rounds = rounds;
    }

    /// Has the pages asked for; false when interrupted. A round that was named before is waited for
    /// only.
    boolean ask(List<CanonicalUrl> pages, String round) throws InterruptedException {
      named += pages.size();
      if (!rounds.isNamed(round)) {
        NamedPages.send(connection, kafka.crawl, settings, pages, console().progress());
        rounds.named(round, pages.size());
      }
      console().err("%s: %,d pages are named.", round, pages.size());
      return await();
    }

    /// Waits until the workers have asked for everything.
    private boolean await() throws InterruptedException {
      int calm = 0;
      while (!interrupted.get()) {
        ClusterStatus now = totals.status();
        calm = now.finished() && now.known() >= named ? calm + 1 : 0;
        if (calm >= CALM) {
          return true;
        }
        show(now);
        Thread.sleep(500);
      }
      return false;
    }

    private void show(ClusterStatus now) {
      String line =
          now.reporting() == 0
              ? "No worker has told anything yet; start some: nephila cluster worker --kafka "
                  + kafka.kafka
                  + " --crawl "
                  + kafka.crawl
              : ClusterStatusVerb.line(now);
      if (console().terminal()) {
        console().screen(List.of(line));
      } else if (System.nanoTime() - shown > LINE_NANOS) {
        shown = System.nanoTime();
        console().err("%s", line);
      }
    }

    /// What the pages answered, from the committed state of the workers.
    CrawledFindings look() throws IOException {
      Path folder = Files.createTempDirectory(dir, "export-");
      Path exported = folder.resolve("crawl");
      try {
        ClusterExport.export(
            connection,
            kafka.crawl,
            exported,
            List.of(),
            new DrainLines(console()),
            () -> "run the same command again when the workers are back",
            console().progress());
        try (CrawlStore store = CrawlStore.look(exported)) {
          return CrawledFindings.of(old, store);
        }
      } finally {
        delete(folder);
      }
    }
  }

  private static void delete(Path folder) {
    try (var files = Files.walk(folder)) {
      files
          .sorted(java.util.Comparator.reverseOrder())
          .forEach(
              file -> {
                try {
                  Files.deleteIfExists(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Which rounds were named already: a page that is gone and is named again would be asked again.
  private static final class Rounds {
    private final Path file;
    private final List<String> lines;

    private Rounds(Path file, List<String> lines) {
      this.file = file;
      this.lines = lines;
    }

    static Rounds of(Path file, String crawl) throws IOException {
      Files.createDirectories(file.toAbsolutePath().getParent());
      String head = "crawl\t" + crawl;
      List<String> lines =
          Files.exists(file) ? new ArrayList<>(Files.readAllLines(file)) : new ArrayList<>();
      if (lines.isEmpty()) {
        lines.add(head);
      }
      if (!lines.getFirst().equals(head)) {
        throw new UserError(
            file
                + ": tells of a refresh by another crawl ("
                + lines.getFirst().replace('\t', ' ')
                + "); name another --dir");
      }
      return new Rounds(file, lines);
    }

    boolean isNamed(String round) {
      return lines.stream().anyMatch(line -> line.startsWith(round + "\t"));
    }

    void named(String round, int pages) {
      lines.add(round + "\t" + pages);
      WholeFile.write(file, String.join("\n", lines) + "\n");
    }
  }
}
