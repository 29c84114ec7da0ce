package nephila.refresh;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import nephila.liverank.LiveCount;
import org.jspecify.annotations.Nullable;

/// What a refresh found out so far, page by page. Not thread-safe.
public final class RefreshFindings {
  private final @Nullable PageAnswer[] answers;
  private final RefreshOptions.Plan plan;
  private int answered;
  private int living;
  private int closed;
  private int compared;
  private int changed;
  private long requests;
  private @Nullable LiveCount estimate;

  RefreshFindings(int pages) {
    this(pages, RefreshOptions.Plan.USUAL);
  }

  RefreshFindings(int pages, RefreshOptions.Plan plan) {
    answers = new PageAnswer[pages];
    this.plan = plan;
  }

  /// Enters an answer; a later one for the same page replaces it.
  void enter(PageAnswer answer) {
    PageAnswer before = answers[answer.page()];
    if (before == null) {
      answered++;
    } else {
      count(before, -1);
    }
    count(answer, 1);
    answers[answer.page()] = answer;
  }

  private void count(PageAnswer answer, int one) {
    living += answer.verdict().alive() ? one : 0;
    closed += answer.verdict().closed() ? one : 0;
    compared += answer.change() != PageChange.UNKNOWN ? one : 0;
    changed += answer.change() == PageChange.CHANGED ? one : 0;
  }

  public int pages() {
    return answers.length;
  }

  /// What was looked for, and what closed pages count for.
  public RefreshOptions.Plan plan() {
    return plan;
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

  /// How many are closed to us.
  public int closed() {
    return closed;
  }

  /// How many were compared with their old copy.
  public int compared() {
    return compared;
  }

  /// How many of these changed.
  public int changed() {
    return changed;
  }

  /// How many are of the kind that is looked for, with closed pages counted as was asked for.
  public int found() {
    int wanted = plan.find() == RefreshGoal.CHANGED ? changed : living;
    return wanted + (plan.closed() == ClosedPolicy.AS_ALIVE ? closed : 0);
  }

  /// Requests sent in all: pages, redirects, robots.txt files and probes.
  public long requests() {
    return requests;
  }

  void requests(long sent) {
    requests = sent;
  }

  /// How many pages of the wanted kind there are in all, as far as random audits tell; null without
  /// them.
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
