package nephila.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import nephila.config.CrawlConfig;
import nephila.web.CrawlView.Rules;
import org.jspecify.annotations.Nullable;

/// What was changed by hand in a crawl, newest first, with what was before; written to
/// `control.log` in the crawl dir, where orders by file are answered too. Thread-safe.
final class RuleChanges {
  private static final int MOST_TOLD = 100;

  private final @Nullable Path log;
  private final ArrayDeque<CrawlConfig> before = new ArrayDeque<>();
  private final List<String> told = new ArrayList<>();

  /// Changes of a crawl that has no dir here: they are told while this process lives.
  RuleChanges() {
    this.log = null;
  }

  RuleChanges(Path dir) {
    Path log = dir.resolve("control.log");
    this.log = log;
    try {
      if (Files.exists(log)) {
        List<String> lines = Files.readAllLines(log);
        told.addAll(lines.subList(Math.max(0, lines.size() - MOST_TOLD), lines.size()).reversed());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  synchronized void note(String what) {
    String line =
        Instant.now().truncatedTo(ChronoUnit.SECONDS) + " " + what.replaceAll("\\p{Cntrl}", " ");
    told.addFirst(line);
    if (told.size() > MOST_TOLD) {
      told.removeLast();
    }
    if (log == null) {
      return;
    }
    try {
      Files.writeString(log, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  synchronized void changed(CrawlConfig plan, String what) {
    before.push(plan);
    note(what);
  }

  synchronized Optional<CrawlConfig> takeBack() {
    Optional<CrawlConfig> plan = Optional.ofNullable(before.poll());
    plan.ifPresent(p -> note("undone: back to focus " + p.focus() + ", scope " + p.scope()));
    return plan;
  }

  synchronized Rules rules(CrawlConfig plan, boolean live) {
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
