package nephila.refresh;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import nephila.linelog.LineFaults;
import nephila.links.SoftNotFound;
import nephila.liverank.Audit;
import nephila.liverank.Listed;
import nephila.liverank.Ordering;
import nephila.process.Statuses;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// The answers of a refresh: each is logged, entered into the findings, and told to the ordering,
/// which proposes the pages to ask for next. What was logged by earlier runs is entered when it is
/// opened. Owned by the thread of the [RefreshRun].
final class RefreshAnswers implements AutoCloseable {
  /// Of the questions, how many go to pages drawn at random, to know how many living are left.
  private static final double AUDIT_RATE = 0.04;

  /// More old pages than this behind one new address are no moves.
  private static final int MOST_SOURCES = 3;

  private static final int LOOK_EVERY = 1000;

  private final OldWeb old;
  private final OldHosts hosts;
  private final RefreshOptions options;
  private final AnswerLog log;
  private final RefreshFindings findings;
  private final UrlNumbers numbers = new UrlNumbers();
  private final Map<String, List<Integer>> movedTo = new HashMap<>();
  private final @Nullable Audit audit;
  private final Ordering ordering;
  private final int resumed;
  private RefreshListener listener = RefreshListener.SILENT;
  private int lookAt;
  private boolean enough;

  RefreshAnswers(
      OldWeb old, OldHosts hosts, Path dir, RefreshOptions options, int @Nullable [] list)
      throws IOException {
    this.old = old;
    this.hosts = hosts;
    this.options = options;
    this.findings = new RefreshFindings(old.pages(), options.plan());
    for (int page = 0; page < old.pages(); page++) {
      numbers.add(old.urls().get(page));
      host(page).pages.add(page);
    }
    RefreshOptions.Plan plan = options.plan();
    Ordering asked =
        list == null
            ? plan.order().start(old.snapshot(), plan.sample(), options.seed())
            : new Listed(list, old.pages(), null);
    boolean audited = options.until() > 0 || options.budget() > 0;
    audit = audited ? new Audit(asked, old.pages(), AUDIT_RATE, options.seed()) : null;
    ordering = audit == null ? asked : audit;
    log = AnswerLog.open(dir, old, this::resume);
    resumed = findings.answered();
    lookAt = resumed;
  }

  private OldHost host(int page) {
    return hosts.of(CanonicalUrl.ofCanonical(old.urls().get(page)).origin());
  }

  /// Enters a line of an earlier run; false, and nothing is entered, when it is none.
  private boolean resume(String[] columns) {
    try {
      Runnable what = read(columns);
      findings.requests(Long.parseLong(columns[1]));
      what.run();
      return true;
    } catch (IllegalArgumentException | IndexOutOfBoundsException foreign) {
      return false;
    }
  }

  /// What a line says, to be entered.
  private Runnable read(String[] columns) {
    return switch (columns[0]) {
      case "page" -> {
        int page = Objects.checkIndex(numbers.find(columns[2]), old.pages());
        PageAnswer answer = AnswerLog.answer(page, columns);
        yield () -> enter(answer);
      }
      case "host" -> {
        LivenessVerdict verdict = LivenessVerdict.parse(columns[3], 0);
        yield () -> giveUp(hosts.of(columns[2]), verdict);
      }
      case "probe" -> {
        SoftNotFound missing =
            columns[4].isEmpty()
                ? null
                : new SoftNotFound(Integer.parseInt(columns[4]), Long.parseLong(columns[5]));
        yield () -> {
          OldHost host = hosts.of(columns[2]);
          host.probeTarget = columns[3];
          host.state.probed(missing);
        };
      }
      default -> throw new IllegalArgumentException(columns[0]);
    };
  }

  /// What was wrong with the log of earlier runs.
  LineFaults faults() {
    return log.faults();
  }

  RefreshFindings findings() {
    return findings;
  }

  /// Pages by URL.
  UrlNumbers numbers() {
    return numbers;
  }

  /// The answer for a page, null when there is none yet.
  @Nullable PageAnswer of(int page) {
    return findings.answer(page);
  }

  /// Pages whose answers were in the log when it was opened.
  int resumed() {
    return resumed;
  }

  void tell(RefreshListener to) {
    listener = to;
  }

  /// The pages to be asked for next, `most` at most; none when every page was proposed.
  int[] propose(int most) {
    return ordering.next(most);
  }

  /// Whether the order has to hear answers before it goes on.
  boolean awaitsAnswers() {
    return ordering.awaitsAnswers();
  }

  /// The answer for a page waits until the end of the run: the order goes on without it.
  void putOff(int page) {
    ordering.closed(page);
  }

  /// Whether the wanted share was found, as far as audits tell; looked at now and then.
  boolean enough() {
    if (!enough && findings.answered() >= lookAt) {
      lookAt = findings.answered() + Math.max(1, old.pages() / LOOK_EVERY);
      enough =
          audit != null
              && options.until() > 0
              && audit.isReached(options.until(), options.confidence());
    }
    return enough;
  }

  /// A host was asked for an address that cannot exist.
  void probed(OldHost host) {
    log.probe(findings.requests(), host);
  }

  /// A page is answered: logged, entered, told to the ordering. One at an address that is kept away
  /// from is not logged: a later run may be allowed to ask.
  void settle(int page, NextAction.Settle settled, String how) {
    boolean drawn = audit != null && audit.drew(page);
    PageAnswer answer =
        new PageAnswer(
            page,
            settled.verdict(),
            settled.status(),
            settled.place(),
            how,
            drawn,
            settled.change());
    if (answer.status() != Statuses.PRIVATE_ADDRESS) {
      log.page(findings.requests(), old.urls().get(page), answer);
    }
    enter(answer);
    listener.answered(old.urls().get(page), answer);
    if (answer.verdict() == LivenessVerdict.MOVED) {
      undoCrowd(place(answer));
    }
  }

  private void enter(PageAnswer answer) {
    boolean first = findings.answer(answer.page()) == null;
    findings.enter(answer);
    if (first) {
      tell(answer);
      if (!answer.verdict().closed()) {
        host(answer.page()).settled(answer.verdict().alive());
      }
    }
    if (answer.verdict() == LivenessVerdict.MOVED) {
      movedTo.computeIfAbsent(place(answer), key -> new ArrayList<>()).add(answer.page());
    }
  }

  /// Tells the order whether the page is of the wanted kind, or that nobody can say.
  private void tell(PageAnswer answer) {
    LivenessVerdict verdict = answer.verdict();
    RefreshOptions.Plan plan = options.plan();
    boolean untold = verdict.closed() && plan.closed() == ClosedPolicy.APART;
    boolean hit = verdict.closed() ? plan.closed() == ClosedPolicy.AS_ALIVE : verdict.alive();
    if (plan.find() == RefreshGoal.CHANGED && verdict == LivenessVerdict.LIVES) {
      untold = answer.change() == PageChange.UNKNOWN;
      hit = answer.change() == PageChange.CHANGED;
    } else if (plan.find() == RefreshGoal.CHANGED && verdict == LivenessVerdict.MOVED) {
      hit = false;
    }
    if (untold && audit != null) {
      audit.closed(answer.page(), answer.drawn());
    } else if (untold) {
      ordering.closed(answer.page());
    } else if (audit != null) {
      audit.answered(answer.page(), hit, answer.drawn());
    } else {
      ordering.answered(answer.page(), hit);
    }
  }

  private String place(PageAnswer answer) {
    CanonicalUrl from = CanonicalUrl.ofCanonical(old.urls().get(answer.page()));
    return LoginWall.place(from, CanonicalUrl.ofCanonical(answer.place()));
  }

  /// Many pages moved to one address: it is a place for all that is gone.
  private void undoCrowd(String place) {
    List<Integer> sources = movedTo.getOrDefault(place, List.of());
    if (sources.size() <= MOST_SOURCES) {
      return;
    }
    for (int page : List.copyOf(sources)) {
      PageAnswer before = findings.answer(page);
      if (before != null && before.verdict() == LivenessVerdict.MOVED) {
        PageAnswer now =
            new PageAnswer(
                page,
                LivenessVerdict.REDIRECTED,
                before.status(),
                before.place(),
                before.how(),
                before.drawn(),
                PageChange.UNKNOWN);
        log.page(findings.requests(), old.urls().get(page), now);
        findings.enter(now);
      }
    }
  }

  /// A whole host is dead or closed to us: all its pages are answered at once.
  void dismiss(OldHost host, LivenessVerdict verdict) {
    log.host(findings.requests(), host.state.origin(), verdict);
    giveUp(host, verdict);
  }

  private void giveUp(OldHost host, LivenessVerdict verdict) {
    host.dead = verdict;
    for (int page : host.pages) {
      if (findings.answer(page) == null) {
        enterUnasked(ofHost(page, verdict));
      }
    }
  }

  /// A page is answered by what its host does; it is not logged, so that a later run asks for it.
  void settleUnasked(int page, LivenessVerdict verdict, int status) {
    enterUnasked(new PageAnswer(page, verdict, status, "", "host", false, PageChange.UNKNOWN));
  }

  private void enterUnasked(PageAnswer answer) {
    enter(answer);
    listener.answered(old.urls().get(answer.page()), answer);
  }

  /// The answer for a page of a host that was given up.
  static PageAnswer ofHost(int page, LivenessVerdict verdict) {
    return new PageAnswer(page, verdict, status(verdict), "", "host", false, PageChange.UNKNOWN);
  }

  private static int status(LivenessVerdict ofHost) {
    return switch (ofHost) {
      case HOST_NOT_FOUND -> -1;
      case FORBIDDEN -> Statuses.FORBIDDEN_BY_ROBOTS;
      default -> -2;
    };
  }

  /// What is known at the end of a run.
  RefreshFindings estimated() {
    if (audit != null) {
      findings.estimate(audit.liveCount(options.confidence()));
    }
    return findings;
  }

  @Override
  public void close() throws IOException {
    log.close();
  }
}
