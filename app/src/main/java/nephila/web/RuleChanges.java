package nephila.web;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import nephila.crawl.Plan;
import nephila.web.CrawlView.Rules;

/// What was changed by hand in a running crawl, newest first, with what was before. Thread-safe.
final class RuleChanges {
  private final ArrayDeque<Plan> before = new ArrayDeque<>();
  private final List<String> told = new ArrayList<>();

  synchronized void note(String what) {
    told.addFirst(Instant.now().truncatedTo(ChronoUnit.SECONDS) + "  " + what);
  }

  synchronized void changed(Plan plan, String what) {
    before.push(plan);
    note(what);
  }

  synchronized Optional<Plan> takeBack() {
    Optional<Plan> plan = Optional.ofNullable(before.poll());
    plan.ifPresent(p -> note("undone: back to focus " + p.focus() + ", scope " + p.scope()));
    return plan;
  }

  synchronized Rules rules(Plan plan, boolean live) {
    return new Rules(
        live,
        !before.isEmpty(),
        plan.focus(),
        plan.scope().name().toLowerCase(Locale.ROOT),
        plan.include(),
        plan.exclude(),
        List.copyOf(told));
  }
}
