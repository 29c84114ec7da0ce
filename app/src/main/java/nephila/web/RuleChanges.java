package nephila.web;

import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import nephila.config.CrawlConfig;
import nephila.crawl.ChangeLog;
import nephila.web.CrawlView.Rules;

/// What is changed on the dashboard or by the API in a crawl that runs, with what was before.
/// Thread-safe.
final class RuleChanges {
  /// Who asks for a change, while his request is answered.
  static final ScopedValue<String> WHO = ScopedValue.newInstance();

  private final ChangeLog log;
  private final ArrayDeque<CrawlConfig> before = new ArrayDeque<>();

  /// Changes of a crawl that has no dir here: they are told while this process lives.
  RuleChanges() {
    this(ChangeLog.inMemory(InstantSource.system()));
  }

  RuleChanges(ChangeLog log) {
    this.log = log;
  }

  void note(String what) {
    log.note(WHO.orElse("program"), what);
  }

  /// Notes rules that hold from now on in place of the plan's.
  synchronized void changed(
      CrawlConfig plan,
      List<String> focus,
      String scope,
      List<String> include,
      List<String> exclude) {
    before.push(plan);
    note(
        "rules: focus %s, scope %s, include %s, exclude %s"
            .formatted(focus, scope, include, exclude));
  }

  synchronized Optional<CrawlConfig> takeBack() {
    Optional<CrawlConfig> plan = Optional.ofNullable(before.poll());
    plan.ifPresent(p -> note("undone: back to focus " + p.focus() + ", scope " + p.scope()));
    return plan;
  }

  synchronized Rules rules(CrawlConfig plan, boolean live) {
    return rules(plan, live, !before.isEmpty(), log.newest());
  }

  /// The rules, and what was changed, newest first.
  static Rules rules(CrawlConfig plan, boolean live, boolean undo, List<String> told) {
    return new Rules(
        live,
        undo,
        plan.focus(),
        plan.scope().name().toLowerCase(Locale.ROOT),
        plan.include(),
        plan.exclude(),
        told);
  }
}
