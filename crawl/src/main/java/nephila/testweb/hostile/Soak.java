package nephila.testweb.hostile;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import nephila.Progress;
import nephila.archive.ArchiveCheck;
import nephila.archive.warc.ArchivePosition;
import nephila.config.CrawlConfig;
import nephila.crawl.Crawl;
import nephila.crawl.CrawlListener;
import nephila.store.CrawlStore;
import nephila.store.StoreCheck;
import nephila.url.Scope;
import nephila.view.CrawlStatus;

/// A long crawl of a generated web of a million pages on a hundred hosts, over HTTP on loopback, in
/// which one page of twenty misbehaves in one of all ways; memory, files and rate are looked at all
/// the while, books and archive at the end.
public final class Soak {
  private static final int HOSTS = 100;
  private static final int PAGES = 1_000_000;
  private static final int ONE_OF = 20;
  private static final int LINKS = 8;

  private Soak() {}

  /// How it stood at one moment.
  ///
  /// @param heap bytes in use right after a collection
  /// @param files that are open
  public record Sample(
      long seconds, long fetched, double perSecond, long heap, long resident, int files) {}

  /// What came of it.
  ///
  /// @param faults of books and archive
  public record Result(List<Sample> samples, long fetched, List<String> faults) {
    /// Growth of the heap in bytes a page, by the least squares over the second half.
    public double heapPerPage() {
      List<Sample> half = samples.subList(samples.size() / 2, samples.size());
      double meanX = half.stream().mapToDouble(Sample::fetched).average().orElse(0);
      double meanY = half.stream().mapToDouble(Sample::heap).average().orElse(0);
      double above = 0;
      double below = 0;
      for (Sample sample : half) {
        above += (sample.fetched() - meanX) * (sample.heap() - meanY);
        below += (sample.fetched() - meanX) * (sample.fetched() - meanX);
      }
      return below == 0 ? 0 : above / below;
    }
  }

  public static Result run(Path dir, Duration time, Duration every, Consumer<Sample> tell)
      throws IOException {
    List<TortureHost> hosts = new ArrayList<>();
    List<Sample> samples = new ArrayList<>();
    try (Lures lures = new Lures()) {
      List<Behaviour> bad =
          TortureWeb.all(lures).stream().filter(b -> b.keys().isEmpty() && !b.trap()).toList();
      List<String> origins = new ArrayList<>();
      for (int i = 0; i < HOSTS; i++) {
        TortureHost host = new TortureHost(pages(bad, origins), i + 1, lures);
        hosts.add(host);
        origins.add(host.origin());
      }
      CrawlConfig plan = plan(hosts, time);
      try (Crawl crawl = Crawl.open(dir, plan, world(plan))) {
        crawl.run(sampling(samples, every, tell));
      }
    } finally {
      for (TortureHost host : hosts) {
        host.close();
      }
    }
    long fetched = samples.isEmpty() ? 0 : samples.getLast().fetched();
    return new Result(samples, fetched, faults(dir));
  }

  /// Pages made from their numbers, so that none needs memory.
  private static Behaviour pages(List<Behaviour> bad, List<String> origins) {
    String text = "<p>Words of a page, so that it has a page's size.".repeat(60);
    return Behaviour.of(
        "soak",
        "all is flat",
        talk -> {
          int page = number(talk.path());
          Random random = new Random(page * 7919L);
          if (page > 0 && random.nextInt(ONE_OF) == 0) {
            bad.get(random.nextInt(bad.size())).manners().answer(talk);
            return;
          }
          StringBuilder html = new StringBuilder("<title>" + page + "</title>" + text);
          for (int i = 0; i < LINKS; i++) {
            int to = random.nextInt(PAGES);
            html.append("<a href=").append(origins.get(to % HOSTS)).append("/p").append(to);
            html.append(">page ").append(to).append("</a>\n");
          }
          talk.keep();
          talk.html(html.toString());
        },
        seen -> true);
  }

  private static int number(String path) {
    return path.matches("/p[0-9]{1,7}") ? Integer.parseInt(path.substring(2)) : 0;
  }

  private static CrawlConfig plan(List<TortureHost> hosts, Duration time) {
    return CrawlConfig.of(hosts.stream().limit(10).map(host -> host.origin() + "/").toList())
        .with("allow-network", hosts.stream().map(TortureHost::network).toList())
        .with("scope", Scope.Kind.ANY)
        .with("delay", Duration.ofMillis(100))
        .with("agent", "nephila-torture")
        .with("contact", "torture@example.org")
        .with("timeout", Duration.ofSeconds(10))
        .with("max-bytes", 4 << 20)
        .with("max-time", time)
        .checked();
  }

  private static Crawl.World world(CrawlConfig plan) {
    return new Crawl.World(Clock.systemUTC(), new Random(1), Crawl.fetcher(plan));
  }

  private static CrawlListener sampling(
      List<Sample> samples, Duration every, Consumer<Sample> tell) {
    return new CrawlListener() {
      @Override
      public void progress(CrawlStatus status) {
        long next = samples.isEmpty() ? 0 : samples.getLast().seconds() + every.toSeconds();
        if (status.elapsedMillis() / 1000 >= next) {
          System.gc();
          var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
          Sample sample =
              new Sample(
                  status.elapsedMillis() / 1000,
                  status.fetched(),
                  status.rate(),
                  heap.getUsed(),
                  resident(),
                  openFiles());
          samples.add(sample);
          tell.accept(sample);
        }
      }
    };
  }

  /// Resident memory by the system's account, 0 where it has none.
  private static long resident() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10)
          .findFirst()
          .orElse(0);
    } catch (IOException e) {
      return 0;
    }
  }

  private static int openFiles() {
    try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
      return (int) files.count();
    } catch (IOException e) {
      return 0;
    }
  }

  private static List<String> faults(Path dir) throws IOException {
    try (CrawlStore store = CrawlStore.lookAtAny(dir)) {
      List<String> faults = new ArrayList<>(StoreCheck.of(store).faults());
      ArchivePosition end =
          store.note("archive").map(ArchivePosition::parse).orElse(ArchivePosition.START);
      faults.addAll(ArchiveCheck.of(dir, end, Progress.SILENT).faults());
      return faults;
    }
  }
}
