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
import nephila.liverank.Order;
import nephila.liverank.Ordering;
import nephila.liverank.Sample;
import nephila.process.Statuses;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// The answers of a refresh: each is logged, entered into the findings, and told to the learned
/// ordering, which proposes the pages to ask for next. What was logged by earlier runs is entered
/// when it is opened. Owned by the thread of the [RefreshRun].
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

  RefreshAnswers(OldWeb old, OldHosts hosts, Path dir, RefreshOptions options) throws IOException {
    this.old = old;
    this.hosts = hosts;
    this.options = options;
    this.findings = new RefreshFindings(old.pages());
    for (int page = 0; page < old.pages(); page++) {
      numbers.add(old.urls().get(page));
      host(page).pages.add(page);
    }
    Ordering learned = Order.LEARNED.start(old.snapshot(), Sample.ONE_PERCENT, options.seed());
    boolean audited = options.until() > 0 || options.budget() > 0;
    audit = audited ? new Audit(learned, old.pages(), AUDIT_RATE, options.seed()) : null;
    ordering = audit == null ? learned : audit;
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
        LivenessVerdict verdict = LivenessVerdict.parse(columns[3]);
        int status = Integer.parseInt(columns[4]);
        boolean drawn = columns[7].equals("1");
        PageAnswer answer = new PageAnswer(page, verdict, status, columns[5], columns[6], drawn);
        yield () -> enter(answer);
      }
      case "host" -> {
        LivenessVerdict verdict = LivenessVerdict.parse(columns[3]);
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
        new PageAnswer(page, settled.verdict(), settled.status(), settled.place(), how, drawn);
    if (answer.status() != Statuses.PRIVATE_ADDRESS) {
      log.page(findings.requests(), old.urls().get(page), answer);
    }
    enter(answer);
    listener.answered(old.urls().get(page), answer);
    if (answer.verdict() == LivenessVerdict.MOVED) {
      undoCrowd(answer.place());
    }
  }

  private void enter(PageAnswer answer) {
    boolean first = findings.answer(answer.page()) == null;
    findings.enter(answer);
    if (first) {
      boolean alive = answer.verdict().alive();
      if (audit == null) {
        ordering.answered(answer.page(), alive);
      } else {
        audit.answered(answer.page(), alive, answer.drawn());
      }
      host(answer.page()).settled(alive);
    }
    if (answer.verdict() == LivenessVerdict.MOVED) {
      movedTo.computeIfAbsent(answer.place(), key -> new ArrayList<>()).add(answer.page());
    }
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
                place,
                before.how(),
                before.drawn());
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
        PageAnswer answer = new PageAnswer(page, verdict, status(verdict), "", "host", false);
        enter(answer);
        listener.answered(old.urls().get(page), answer);
      }
    }
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
