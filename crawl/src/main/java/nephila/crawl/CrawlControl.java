package nephila.crawl;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import nephila.UserError;
import nephila.store.CrawlStore;
import nephila.url.CanonicalUrl;
import nephila.url.FocusRules;
import nephila.url.Scope;

/// Steers a running crawl, from any thread. What it changes is in `plan.yaml` afterwards, so that
/// it holds after a restart.
public final class CrawlControl {
  private final Crawl crawl;
  private final CrawlLoop wheel;

  CrawlControl(Crawl crawl, CrawlLoop wheel) {
    this.crawl = crawl;
    this.wheel = wheel;
  }

  /// Sends nobody out until [#resume]; who is out comes home.
  public void pause() {
    wheel.order(() -> wheel.pause(true));
  }

  public void resume() {
    wheel.order(() -> wheel.pause(false));
  }

  /// Whether it is paused, whoever said so.
  public boolean paused() {
    return wheel.paused();
  }

  /// Ends the crawl cleanly: who is out comes home, everything is written.
  public void stop() {
    wheel.order(() -> wheel.stop("stopped"));
  }

  /// From now on reads only what is [#want]ed and waits for more, until [#stop].
  public void hold() {
    wheel.order(wheel::hold);
  }

  /// These known pages are to be read, whatever the rules and limits say.
  public void want(int... slots) {
    wheel.order(() -> wheel.want(slots));
  }

  public void addSeed(String url) {
    String seed = CanonicalUrl.typed(url).text();
    change(plan -> plan.toBuilder().addSeed(seed).build());
  }

  /// Exchanges focus rules and scope at once; pages known are judged again by them.
  public void rules(
      List<String> focus, Scope.Kind kind, List<String> include, List<String> exclude) {
    FocusRules.parse(focus);
    Scope.of(kind, List.of(), include, exclude);
    change(
        plan ->
            plan.toBuilder().focus(focus).scope(kind).include(include).exclude(exclude).build());
  }

  /// Asks something of the store on the thread that owns it, while [Crawl#run] runs.
  public <T> CompletableFuture<T> ask(Function<CrawlStore, T> question) {
    return answer(() -> question.apply(crawl.store()));
  }

  /// How many of these pages, [#want]ed before, are still to come: not read, and on a host that
  /// need not be left alone for longer than `patience`.
  public CompletableFuture<Integer> awaited(int[] slots, Duration patience) {
    return answer(() -> wheel.awaited(slots, patience.toMillis()));
  }

  private <T> CompletableFuture<T> answer(Supplier<T> question) {
    CompletableFuture<T> answer = new CompletableFuture<>();
    wheel.order(
        () -> {
          try {
            answer.complete(question.get());
          } catch (RuntimeException e) {
            answer.completeExceptionally(e);
          }
        });
    return answer;
  }

  private void change(java.util.function.UnaryOperator<CrawlConfig> how) {
    wheel.order(
        () -> {
          CrawlConfig changed = how.apply(wheel.plan());
          wheel.rules(changed);
          crawl.keep(changed);
        });
  }

  /// One line of a control file: `pause`, `resume`, `stop`, `seed URL`, `focus RULE`, `focus none`,
  /// `scope KIND`, `include RE`, `exclude RE` (or `none`), `max-pages N`, `refresh SHARE`.
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
      case "focus", "scope", "include", "exclude", "max-pages", "refresh" -> edit(words[0], rest);
      default ->
          throw new UserError(
              "unknown command '"
                  + words[0]
                  + "'; known are pause, resume, stop, seed, focus, scope,"
                  + " include, exclude, max-pages, refresh");
    }
  }

  /// Refuses at once what the plan of now cannot take; is done to the plan as it is by then, with
  /// all that was ordered before.
  private void edit(String key, String value) {
    edited(crawl.plan(), key, value).checked();
    change(plan -> edited(plan, key, value));
  }

  private static CrawlConfig edited(CrawlConfig plan, String key, String value) {
    Object all =
        switch (key) {
          case "focus" -> with(plan.focus(), value);
          case "include" -> with(plan.include(), value);
          case "exclude" -> with(plan.exclude(), value);
          default -> value;
        };
    return CrawlConfigKeys.apply(plan.toBuilder(), java.util.Map.of(key, all), "control").build();
  }

  private static List<String> with(List<String> some, String one) {
    if (one.equals("none")) {
      return List.of();
    }
    List<String> all = new java.util.ArrayList<>(some);
    all.add(one);
    return all;
  }
}
