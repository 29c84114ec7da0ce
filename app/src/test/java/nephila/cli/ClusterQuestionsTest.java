package nephila.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import nephila.Progress;
import nephila.UserError;
import nephila.cluster.ClusterSettings;
import nephila.cluster.CrawlRegistry;
import nephila.cluster.KafkaConnection;
import nephila.cluster.LocalBroker;
import nephila.cluster.Worker;
import nephila.cluster.query.ClusterQueryClient;
import nephila.cluster.transfer.ClusterExport;
import nephila.config.CrawlConfig;
import nephila.testweb.LittleWeb;
import nephila.url.Scope;
import nephila.view.CrawlStatus;
import nephila.web.ClusterCrawl;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A crawl on a cluster is asked, on the command line and for the page, while its worker works.
@Tag("slow")
class ClusterQuestionsTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir Path dir;

  @Test
  void aCrawlIsAskedWhileItRuns() throws Exception {
    try (LocalBroker broker = LocalBroker.start(dir.resolve("broker"));
        LittleWeb web = LittleWeb.open(7, LittleWeb.Options.quick(Clock.systemUTC()))) {
      KafkaConnection connection = KafkaConnection.to(broker.address());
      CrawlConfig plan =
          CrawlConfig.of(web.front())
              .with("scope", Scope.Kind.ANY)
              .with("exclude", List.of("^" + web.origin("calendar") + "/"))
              .with("allow-network", web.networks())
              .with("delay", Duration.ofMillis(200))
              .checked();
      ClusterSettings settings = new ClusterSettings(plan, 3);
      try (Worker worker =
          Worker.start(
              new Worker.Options(
                  connection, "live", dir.resolve("w"), "w", settings, 1, 0, 1, 100, true))) {
        until(() -> worker.status().read() >= 20);
        interrupt(connection, worker);
        verbs(broker.address(), web.front());
        try (ClusterQueryClient client = ClusterQueryClient.open(connection, "live");
            ClusterCrawl view =
                new ClusterCrawl("live", client, new CrawlRegistry(connection, "live"))) {
          page(view, web);
        }
        check(broker.address(), worker);
      }
    }
  }

  private static void verbs(String kafka, String front) {
    Typed top =
        Typed.line("cluster", "top", "--kafka", kafka, "--crawl", "live", "--limit", "5", "--json");
    assertEquals(0, top.exit(), top.toString());
    assertEquals(5, top.out().lines().count(), top.out());
    assertTrue(top.out().contains("\"ageMillis\""), top.out());
    keys(top, "ageMillis answered asked cash errorBound importance lastRead rank reads status url");
    keys(
        Typed.line("cluster", "sites", "--kafka", kafka, "--crawl", "live", "--json"),
        "ageMillis answered asked importance pages rank read site");
    keys(
        Typed.line("cluster", "why", "--kafka", kafka, "--crawl", "live", front, "--json"),
        "ageMillis answered asked exactRank explanation");
    keys(
        Typed.line("cluster", "status", "--kafka", kafka, "--crawl", "live", "--json"),
        "aside bytes drained errorBound evaporated fetched finished hosts imbalance"
            + " importanceFound inTransit known lapsed links out outcomes paid partitions pushes"
            + " read received repeats reporting staleMillis waiting wanted");
    Typed sites = Typed.line("cluster", "sites", "--kafka", kafka, "--crawl", "live");
    assertTrue(sites.out().contains("From all partitions, as of "), sites.toString());
    Typed why = Typed.line("cluster", "why", "--kafka", kafka, "--crawl", "live", front);
    assertTrue(why.out().contains("read: HTTP 200, because it was named by you"), why.toString());
    Typed unknown =
        Typed.line("cluster", "why", "--kafka", kafka, "--crawl", "live", "http://no.test/");
    assertEquals(1, unknown.exit());
    assertEquals(1, unknown.err().lines().count(), unknown.err());
    Typed many = Typed.line("cluster", "top", "--kafka", kafka, "--crawl", "live", "--limit", "0");
    assertTrue(many.err().contains("between 1 and 1000"), many.err());
    Typed owners =
        Typed.line("cluster", "status", "--kafka", kafka, "--crawl", "live", "--partitions");
    assertTrue(owners.out().contains("partition   2 at w:"), owners.out());
  }

  /// The keys of the first line of JSON: scripts of users read them.
  private static void keys(Typed typed, String wanted) {
    try {
      Map<String, Object> line = JSON.std.mapFrom(typed.out().lines().findFirst().orElse("{}"));
      Set<String> missing = new TreeSet<>(List.of(wanted.split(" ")));
      missing.removeAll(line.keySet());
      assertEquals(Set.of(), missing, typed.toString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The books are proved, and the crawl that was paused for it goes on.
  private static void check(String kafka, Worker worker) throws InterruptedException {
    Typed check = Typed.line("cluster", "check", "--kafka", kafka, "--crawl", "live");
    assertEquals(0, check.exit(), check.toString());
    assertTrue(check.out().contains("page by page: every unit is accounted for"), check.out());
    until(() -> worker.status().wanted() == CrawlRegistry.State.RUNNING);
    Typed none = Typed.line("cluster", "check", "--kafka", kafka, "--crawl", "none");
    assertEquals(1, none.exit());
    assertEquals(1, none.err().lines().count(), none.err());
  }

  /// Whoever loses patience with an export leaves a crawl that goes on.
  private void interrupt(KafkaConnection connection, Worker worker) throws Exception {
    FutureTask<UserError> export =
        new FutureTask<>(
            () ->
                assertThrows(
                    UserError.class,
                    () ->
                        ClusterExport.export(
                            connection, "live", dir.resolve("copy"), Progress.SILENT)));
    Thread moving = Thread.ofPlatform().start(export);
    until(() -> worker.status().wanted() == CrawlRegistry.State.PAUSED);
    moving.interrupt();
    assertEquals("interrupted", export.get().getMessage());
    until(() -> worker.status().wanted() == CrawlRegistry.State.RUNNING);
  }

  /// What the brokers tell comes in its own time.
  private static void until(BooleanSupplier so) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!so.getAsBoolean()) {
      assertTrue(System.nanoTime() < end, "not within " + PATIENCE);
      Thread.sleep(50);
    }
  }

  private static void page(ClusterCrawl view, LittleWeb web) throws InterruptedException {
    CrawlStatus status = view.status();
    assertTrue(status.read() >= 20 && status.known() >= status.read(), status.toString());
    assertTrue(status.importanceFound() > 0 && status.importanceFound() <= 1, status.toString());
    assertFalse(view.pages("importance", "", 0, 10).pages().isEmpty());
    String site = view.sites(0, 10).sites().getFirst().site();
    assertFalse(view.pages("importance", site, 0, 10).pages().isEmpty(), site);
    assertTrue(view.pages("importance", "no.test", 0, 10).pages().isEmpty());
    assertEquals("w", view.hosts(10).hosts().getFirst().host());
    assertEquals(web.front(), view.page(web.front()).orElseThrow().url());
    assertTrue(view.page("http://no.test/").isEmpty());
    assertThrows(
        UserError.class, () -> view.rules(List.of("no rule"), "any", List.of(), List.of()));
    view.rules(List.of("url~/p x2"), "any", List.of(), List.of());
    until(() -> view.rules().focus().equals(List.of("url~/p x2")));
    assertTrue(view.undo());
    until(() -> view.rules().focus().isEmpty());
    view.pause();
    until(() -> List.of("paused", "done").contains(view.status().state()));
    view.resume();
    assertFalse(view.rules().changes().isEmpty());
  }
}
