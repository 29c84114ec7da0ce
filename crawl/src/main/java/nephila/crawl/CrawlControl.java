package nephila.crawl;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import nephila.UserError;
import nephila.config.CrawlConfig;
import nephila.config.Settings;
import nephila.store.CrawlStore;
import nephila.url.CanonicalUrl;

/// Steers a running crawl, from any thread. What it changes is in `plan.yaml` afterwards, so that
/// it holds after a restart.
public final class CrawlControl {
  private final Crawl crawl;
  private final CrawlLoop loop;

  CrawlControl(Crawl crawl, CrawlLoop loop) {
    this.crawl = crawl;
    this.loop = loop;
  }

  /// Sends nobody out until [#resume]; who is out comes home.
  public void pause() {
    loop.order(() -> loop.pause(true));
  }

  public void resume() {
    loop.order(() -> loop.pause(false));
  }

  /// Whether it is paused, whoever said so.
  public boolean paused() {
    return loop.paused();
  }

  /// Ends the crawl cleanly: who is out comes home, everything is written.
  public void stop() {
    loop.order(() -> loop.stop("stopped"));
  }

  /// Makes the crawl read only what is [#want]ed and wait for more, until [#stop].
  public void hold() {
    loop.order(loop::hold);
  }

  /// These known pages are to be read, whatever the rules and limits say.
  public void want(int... slots) {
    loop.order(() -> loop.want(slots));
  }

  public void addSeed(String url) {
    String seed = CanonicalUrl.typed(url).text();
    order(plan -> plan.withSeed(seed));
  }

  /// Changes these settings at once; pages known are judged again by them.
  ///
  /// @throws UserError for a setting that cannot be changed now, or a value that it cannot have
  public void change(Map<String, ?> values) {
    LiveChange.of(crawl.plan(), values);
    edit(plan -> LiveChange.of(plan, values));
  }

  /// Asks something of the store on the thread that owns it, while [Crawl#run] runs.
  public <T> CompletableFuture<T> ask(Function<CrawlStore, T> question) {
    return answer(() -> question.apply(crawl.store()));
  }

  /// How many of these pages, [#want]ed before, are still to come: not read, and on a host that
  /// need not be left alone for longer than `patience`.
  public CompletableFuture<Integer> awaited(int[] slots, Duration patience) {
    return answer(() -> loop.awaited(slots, patience.toMillis()));
  }

  /// The same, which ones they are.
  public CompletableFuture<int[]> left(int[] slots, Duration patience) {
    return answer(() -> loop.left(slots, patience.toMillis()));
  }

  private <T> CompletableFuture<T> answer(Supplier<T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    loop.order(
        () -> {
          try {
            answer.complete(question.get());
          } catch (RuntimeException e) {
            answer.completeExceptionally(e);
          }
        });
    return answer;
  }

  /// Refuses at once what the present settings cannot take. The loop changes the settings that it
  /// has by then, so that all orders given before hold too.
  private void edit(UnaryOperator<CrawlConfig> how) {
    Settings.checkValues(how.apply(crawl.plan()));
    order(how);
  }

  private void order(UnaryOperator<CrawlConfig> how) {
    loop.order(
        () -> {
          CrawlConfig changed = how.apply(loop.plan());
          loop.rules(changed);
          crawl.keep(changed);
        });
  }

  /// One line of a control file: `pause`, `resume`, `stop`, `seed URL`, or the name of a setting
  /// that can be changed and its value. Of a setting with many values, such as `focus RULE`, the
  /// line adds one; `none` takes all away.
  ///
  /// @throws UserError when it is none of these
  public void command(String line) {
    String[] words = line.strip().split("\\s+", 2);
    String rest = words.length > 1 ? words[1] : "";
    switch (words[0]) {
      case "pause" -> pause();
      case "resume" -> resume();
      case "stop" -> stop();
      case "seed" -> addSeed(rest);
      default -> {
        boolean isLive =
            Settings.all().stream()
                .anyMatch(key -> key.setting().live() && key.name().equals(words[0]));
        if (!isLive) {
          throw new UserError(
              "unknown command '"
                  + words[0]
                  + "'; known are pause, resume, stop, seed, "
                  + LiveChange.names());
        }
        edit(plan -> LiveChange.of(plan, words[0], rest));
      }
    }
  }
}
