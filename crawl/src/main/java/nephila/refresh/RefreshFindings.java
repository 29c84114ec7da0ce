package nephila.refresh;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import nephila.liverank.LiveCount;
import org.jspecify.annotations.Nullable;

/// What a refresh found out so far, page by page. Not thread-safe.
public final class RefreshFindings {
  private final @Nullable PageAnswer[] answers;
  private int answered;
  private int living;
  private long requests;
  private @Nullable LiveCount estimate;

  RefreshFindings(int pages) {
    answers = new PageAnswer[pages];
  }

  /// Enters an answer; a later one for the same page replaces it.
  void enter(PageAnswer answer) {
    PageAnswer before = answers[answer.page()];
    if (before == null) {
      answered++;
    } else {
      living -= before.verdict().alive() ? 1 : 0;
    }
    living += answer.verdict().alive() ? 1 : 0;
    answers[answer.page()] = answer;
  }

  public int pages() {
    return answers.length;
  }

  /// The answer for a page, null when there is none yet.
  public @Nullable PageAnswer answer(int page) {
    return answers[page];
  }

  /// How many pages have an answer.
  public int answered() {
    return answered;
  }

  /// How many of them live, here or at a new place.
  public int living() {
    return living;
  }

  /// Requests sent in all: pages, redirects, robots.txt files and probes.
  public long requests() {
    return requests;
  }

  void requests(long sent) {
    requests = sent;
  }

  /// How many pages live in all, as far as random audits tell; null without them.
  public @Nullable LiveCount estimate() {
    return estimate;
  }

  void estimate(LiveCount count) {
    estimate = count;
  }

  /// Pages by verdict.
  public Map<LivenessVerdict, Integer> verdicts() {
    Map<LivenessVerdict, Integer> counts = new EnumMap<>(LivenessVerdict.class);
    for (LivenessVerdict verdict : LivenessVerdict.values()) {
      counts.put(verdict, 0);
    }
    for (PageAnswer answer : answers) {
      if (answer != null) {
        counts.merge(answer.verdict(), 1, Integer::sum);
      }
    }
    return counts;
  }

  /// Pages by the first status of their address.
  public Map<Integer, Integer> statuses() {
    Map<Integer, Integer> counts = new TreeMap<>();
    for (PageAnswer answer : answers) {
      if (answer != null) {
        counts.merge(answer.status(), 1, Integer::sum);
      }
    }
    return counts;
  }
}
