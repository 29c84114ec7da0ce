package nephila.refresh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import nephila.UserError;
import nephila.config.CrawlConfig;
import nephila.graph.CsrGraph;
import nephila.politeness.PaceRules;
import nephila.process.Statuses;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefreshTest {
  private static final Duration NONE = Duration.ZERO;
  private static final PaceRules AT_ONCE = new PaceRules(NONE, 0, NONE, NONE, NONE, NONE);
  private static final RefreshOptions OPTIONS =
      RefreshOptions.usual()
          .withSettings(CrawlConfig.usual().with("delay", NONE).with("workers", 8));

  @TempDir Path dir;
  private final DecayedWeb web = new DecayedWeb();
  private final List<String> urls = new ArrayList<>();
  private final List<int[]> links = new ArrayList<>();

  private OldWeb old() {
    int[] sources = links.stream().mapToInt(link -> link[0]).toArray();
    int[] targets = links.stream().mapToInt(link -> link[1]).toArray();
    return OldWeb.ranked(urls, CsrGraph.of(urls.size(), sources, targets), List.of());
  }

  private RefreshRun open(RefreshOptions options) throws IOException {
    RefreshRun.World world = new RefreshRun.World(Clock.systemUTC(), AT_ONCE, () -> web);
    return new RefreshRun(old(), dir, options, world);
  }

  private RefreshFindings run(RefreshOptions options) throws IOException {
    try (RefreshRun refresh = open(options)) {
      return refresh.run(RefreshListener.SILENT);
    }
  }

  private LivenessVerdict verdict(RefreshFindings findings, String url) {
    return findings.answer(urls.indexOf(url)).verdict();
  }

  /// Ten hosts of folders; half the folders are gone, some say so with status 200, some moved; one
  /// host is silent, one unknown, one sends everything to its front page.
  private void decay(long seed, int pagesAHost) {
    SplittableRandom random = new SplittableRandom(seed);
    for (int h = 0; h < 10; h++) {
      String origin = "http://h" + h + ".test";
      int first = urls.size();
      int fate = 0;
      for (int p = 0; p < pagesAHost; p++) {
        fate = p % 20 == 0 ? random.nextInt(20) : fate;
        String url = origin + (p == 0 ? "/" : "/f" + p / 20 + "/p" + p + ".html");
        urls.add(url);
        links.add(new int[] {first, first + p});
        links.add(new int[] {first + p, first + Math.min(p / 20 * 20 + 1, pagesAHost - 1)});
        links.add(
            new int[] {first + p, first + p / 20 * 20 + random.nextInt(20) % pagesAHost % 20});
        decay(origin, url, h, p == 0 ? 19 : fate);
      }
    }
    web.silentHost("http://h7.test").unknownHost("http://h8.test");
    web.otherwise("http://h9.test", 302, "Location: /\r\n", "");
  }

  private void decay(String origin, String url, int host, int fate) {
    if (host >= 7) {
      boolean front = url.equals(origin + "/");
      LivenessVerdict whole =
          host == 7
              ? LivenessVerdict.NO_ANSWER
              : host == 8 ? LivenessVerdict.HOST_NOT_FOUND : LivenessVerdict.REDIRECTED;
      if (host == 9 && front) {
        web.lives(url);
      } else {
        web.truth.put(url, whole);
      }
    } else if (fate < 9) {
      web.gone(url);
    } else if (fate < 11) {
      web.soft(url);
    } else if (fate == 11) {
      web.moved(url, url.replace(".test/", ".test/new/"));
    } else {
      web.lives(url);
    }
  }

  @Test
  void pagesThatAreKeptAwayFromAreNotTakenForDeadLaterOn() throws IOException {
    for (int p = 0; p < 9; p++) {
      urls.add("http://inside.test/p" + p);
      web.lives(urls.getLast());
    }
    web.privateHost("http://inside.test", true);
    RefreshFindings kept = run(OPTIONS);
    assertEquals(Map.of(Statuses.PRIVATE_ADDRESS, 9), kept.statuses());
    assertEquals(9, kept.verdicts().get(LivenessVerdict.PRIVATE));
    web.privateHost("http://inside.test", false);
    assertEquals(9, run(OPTIONS).living());
  }

  @Test
  void everyPageIsJudgedRight() throws IOException {
    decay(3, 200);
    RefreshFindings findings = run(OPTIONS);
    for (int page = 0; page < urls.size(); page++) {
      String url = urls.get(page);
      assertEquals(web.truth.get(url), findings.answer(page).verdict(), url);
    }
    assertEquals(findings.requests(), web.asked().size());
    assertEquals(1, web.asked("GET http://h8.test"), "an unknown host is asked once");
    assertTrue(web.asked("GET http://h7.test") <= 3, "a silent host is given up soon");
    RefreshLists.write(old(), findings, dir);
    long living = Files.lines(dir.resolve("living.tsv")).count() - 1;
    long moved = Files.lines(dir.resolve("moved.tsv")).count() - 1;
    long dead = Files.lines(dir.resolve("dead.tsv")).count() - 1;
    assertEquals(findings.living(), living + moved);
    assertEquals(urls.size(), living + moved + dead);
  }

  @Test
  void mostOfTheLivingAreFoundWithFewRequests() throws IOException {
    decay(4, 600);
    long living = web.truth.values().stream().filter(LivenessVerdict::alive).count();
    int[] whenFound = {0};
    RefreshFindings findings;
    try (RefreshRun refresh = open(OPTIONS.withUntil(0.9, 0.9))) {
      RefreshListener listener =
          new RefreshListener() {
            @Override
            public void progress(RefreshFindings soFar) {
              boolean enough = soFar.living() >= 0.9 * living;
              whenFound[0] = enough && whenFound[0] == 0 ? (int) soFar.requests() : whenFound[0];
            }
          };
      findings = refresh.run(listener);
    }
    double ideal = 0.9 * living;
    assertTrue(findings.living() >= ideal, findings.living() + " of " + living);
    assertTrue(whenFound[0] <= 1.5 * ideal, whenFound[0] / ideal + " times the ideal");
    assertTrue(findings.requests() <= 1.7 * ideal, "stopped after " + findings.requests());
    assertTrue(findings.answered() < urls.size());
  }

  @Test
  void aBudgetIsNotExceeded() throws IOException {
    decay(5, 100);
    RefreshFindings findings = run(OPTIONS.withBudget(150));
    assertTrue(web.asked().size() <= 150, web.asked().size() + " requests");
    assertTrue(findings.living() > 0);
  }

  @Test
  void aRunThatWasCutOffGoesOnWithoutAskingTwice() throws IOException {
    decay(6, 100);
    Set<String> settled = new HashSet<>();
    int begun = 0;
    for (int round = 0; round < 5; round++) {
      int[] answers = {0};
      Set<String> before = Set.copyOf(settled);
      try (RefreshRun refresh = open(OPTIONS)) {
        refresh.run(
            new RefreshListener() {
              @Override
              public void answered(String url, PageAnswer answer) {
                settled.add(url);
                if (++answers[0] == 100) {
                  refresh.stop();
                }
              }
            });
      }
      // What a kill leaves of a line.
      Files.writeString(dir.resolve(AnswerLog.NAME), "page\t9", StandardOpenOption.APPEND);
      for (String asked : web.asked().subList(begun, web.asked().size())) {
        String url = asked.substring(asked.indexOf(' ') + 1);
        assertTrue(!before.contains(url), url + " was answered, and asked again");
      }
      begun = web.asked().size();
    }
    RefreshFindings findings = run(OPTIONS);
    for (int page = 0; page < urls.size(); page++) {
      assertEquals(web.truth.get(urls.get(page)), findings.answer(page).verdict());
    }
  }

  @Test
  void aLogThatAnEarlierVersionWroteIsGoneOnWith() throws IOException {
    for (int p = 0; p < 6; p++) {
      urls.add("http://a.test/p" + p);
      urls.add("http://b.test/p" + p);
      web.soft("http://a.test/p" + p).lives("http://b.test/p" + p);
    }
    run(OPTIONS);
    Path log = dir.resolve(AnswerLog.NAME);
    String[] head = Files.readAllLines(log).getFirst().split("\t");
    Files.writeString(
        log,
        String.join("\t", "nephila-refresh 1", head[1], head[2])
            + """

            probe\t2\thttp://a.test\t\t-1254690434\t-4616189618054758400
            page\t3\thttp://a.test/p3\tlives\t200\t\tGET\t0
            page\t4\thttp://a.test/p4\tredirected\t301\thttp://c.test/\tGET\t1
            host\t7\thttp://b.test\tno-answer
            """);
    int begun = web.asked().size();
    RefreshFindings findings = run(OPTIONS);
    assertEquals(LivenessVerdict.LIVES, verdict(findings, "http://a.test/p3"));
    assertEquals(LivenessVerdict.REDIRECTED, verdict(findings, "http://a.test/p4"));
    assertEquals(LivenessVerdict.SOFT_NOT_FOUND, verdict(findings, "http://a.test/p0"));
    assertEquals(6, findings.verdicts().get(LivenessVerdict.NO_ANSWER));
    List<String> asked = web.asked().subList(begun, web.asked().size());
    assertEquals(5, asked.size(), "robots.txt and four pages, no probe: " + asked);
    assertEquals(7 + 5, findings.requests());
  }

  @Test
  void aDamagedLogIsToldByFileAndLineAndTheRunGoesOn() throws IOException {
    decay(7, 20);
    RefreshFindings whole = run(OPTIONS);
    Path log = dir.resolve(AnswerLog.NAME);
    byte[] written = Files.readAllBytes(log);
    SplittableRandom random = new SplittableRandom(8);
    for (int round = 0; round < 120; round++) {
      byte[] damaged = written.clone();
      int from = random.nextInt(damaged.length);
      switch (round % 6) {
        case 0 -> damaged[from] ^= (byte) (1 << random.nextInt(8));
        case 1 -> damaged = Arrays.copyOf(damaged, Math.max(1, from));
        case 2 -> Arrays.fill(damaged, from, Math.min(damaged.length, from + 300), (byte) 0);
        case 3 -> Arrays.fill(damaged, from, Math.min(damaged.length, from + 40), (byte) '\t');
        case 4 -> Arrays.fill(damaged, from, Math.min(damaged.length, from + 40), (byte) '\n');
        default -> {
          for (int i = 0; i < 8; i++) {
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
          }
        }
      }
      boolean cutAtALine = round % 6 == 1 && damaged[damaged.length - 1] == '\n';
      Files.write(log, damaged);
      try (RefreshRun refresh = open(OPTIONS)) {
        for (String told : refresh.faults().told()) {
          assertTrue(told.startsWith(log + ":"), told);
        }
        boolean same = Arrays.equals(written, damaged) || cutAtALine;
        assertEquals(same, refresh.faults().count() == 0, "round " + round);
        assertTrue(refresh.resumed() <= urls.size());
      } catch (UserError refused) { // the heading is gone, and every line with it
        assertTrue(String.valueOf(refused.getMessage()).startsWith(log + ": "));
        assertTrue(round % 6 == 1, "round " + round + ": " + refused.getMessage());
      }
    }
    Files.write(log, written);
    byte[] flipped = written.clone();
    flipped[written.length / 2] ^= 4;
    Files.write(log, flipped);
    RefreshFindings again = run(OPTIONS);
    assertEquals(whole.verdicts(), again.verdicts());
  }

  @Test
  void aRobotsFileThatCannotBeHadTwiceAndOnceMoreAtTheEndClosesTheHost() throws IOException {
    urls.addAll(List.of("http://a.test/p0", "http://a.test/p1"));
    web.lives("http://a.test/p0").lives("http://a.test/p1");
    web.answer("http://a.test/robots.txt", 503, "", "");
    RefreshFindings findings = run(OPTIONS);
    assertEquals(2, findings.verdicts().get(LivenessVerdict.FORBIDDEN));
    assertEquals(2, findings.closed());
    assertEquals(List.of(Statuses.FORBIDDEN_BY_ROBOTS), List.copyOf(findings.statuses().keySet()));
    assertEquals(3, web.asked().size());
  }

  @Test
  void aLogOfOtherPagesIsRefused() throws IOException {
    urls.add("http://a.test/");
    run(OPTIONS);
    urls.add("http://a.test/more");
    UserError error = assertThrows(UserError.class, () -> run(OPTIONS));
    assertTrue(String.valueOf(error.getMessage()).contains("other pages"));
  }

  @Test
  void twoAtOnceInOneFolderAreRefused() throws IOException {
    urls.add("http://a.test/");
    try (RefreshRun first = open(OPTIONS)) {
      assertEquals(0, first.resumed());
      UserError error = assertThrows(UserError.class, () -> open(OPTIONS));
      assertTrue(String.valueOf(error.getMessage()).contains("is in use"), error.getMessage());
    }
    open(OPTIONS).close();
  }

  @Test
  void aFileOfSomebodyElseIsNotTakenForALog() throws IOException {
    urls.add("http://a.test/");
    Path file = Files.writeString(dir.resolve("answers.tsv"), "42, of course");
    assertThrows(UserError.class, () -> open(OPTIONS));
    assertEquals("42, of course", Files.readString(file));
    Files.writeString(file, "nephila-refr");
    open(OPTIONS).close();
    assertTrue(Files.readString(file).endsWith("\n"), "a torn heading is written anew");
  }

  @Test
  void goneIsNotFoundAsMuchAsMissing() throws IOException {
    urls.addAll(List.of("http://a.test/gone", "http://a.test/x"));
    web.answer("http://a.test/gone", 410, "", "").lives("http://a.test/x");
    assertEquals(LivenessVerdict.NOT_FOUND, verdict(run(OPTIONS), "http://a.test/gone"));
  }

  @Test
  void redirectsAreFollowedForFiveHopsAndNoMore() throws IOException {
    for (int hops = 1; hops <= 7; hops++) {
      String from = "http://a.test/from" + hops;
      urls.add(from);
      for (int hop = 1; hop <= hops; hop++) {
        String here = hop == 1 ? from : "http://a.test/via" + hops + "-" + hop;
        String next =
            hop == hops ? "http://a.test/to" + hops : "http://a.test/via" + hops + "-" + (hop + 1);
        web.moved(here, next);
      }
      web.lives("http://a.test/to" + hops);
    }
    RefreshFindings findings = run(OPTIONS);
    for (int hops = 1; hops <= 7; hops++) {
      LivenessVerdict wanted = hops <= 5 ? LivenessVerdict.MOVED : LivenessVerdict.REDIRECTED;
      assertEquals(wanted, verdict(findings, "http://a.test/from" + hops), hops + " hops");
    }
  }

  @Test
  void aPageThatAnswersBusyIsAskedOnceMoreAtTheEnd() throws IOException {
    urls.addAll(List.of("http://a.test/busy", "http://a.test/x"));
    web.answer("http://a.test/busy", 503, "", "").lives("http://a.test/x");
    run(OPTIONS);
    long asked = web.asked().stream().filter(one -> one.endsWith("/busy")).count();
    assertEquals(2, asked, web.asked().toString());
    assertEquals("GET http://a.test/busy", web.asked().getLast());
  }

  @Test
  void aRedirectToTheFrontPageIsNoNewPlace() throws IOException {
    urls.addAll(List.of("http://a.test/old", "http://a.test/x", "http://b.test/old"));
    web.lives("http://a.test/").lives("http://a.test/x").lives("http://b.test/home.html");
    web.moved("http://a.test/old", "http://a.test/");
    web.moved("http://b.test/old", "http://b.test/home.html");
    RefreshFindings findings = run(OPTIONS);
    assertEquals(LivenessVerdict.REDIRECTED, verdict(findings, "http://a.test/old"));
    assertEquals(LivenessVerdict.REDIRECTED, verdict(findings, "http://b.test/old"));
  }

  @Test
  void anEmptyOldCrawlIsRefused() {
    assertThrows(UserError.class, () -> run(OPTIONS));
  }

  @Test
  void whatAHostServesForMissingPagesIsNoPage() throws IOException {
    for (int p = 0; p < 5; p++) {
      urls.add("http://a.test/p" + p);
    }
    web.lives("http://a.test/p0");
    String nothing = "<title>A</title>We are sorry, whatever you wanted we have no more of it.";
    web.otherwise("http://a.test", 200, DecayedWeb.HTML, nothing);
    RefreshFindings findings = run(OPTIONS);
    assertEquals(LivenessVerdict.LIVES, verdict(findings, "http://a.test/p0"));
    assertEquals(LivenessVerdict.SOFT_NOT_FOUND, verdict(findings, "http://a.test/p1"));
    assertEquals(1, findings.living());
  }

  @Test
  void manyPagesThatMovedToOneAddressAreGone() throws IOException {
    for (int p = 0; p < 6; p++) {
      urls.add("http://a.test/p" + p);
      String to = p < 5 ? "http://b.test/sorry" : "http://b.test/p5";
      web.moved("http://a.test/p" + p, to);
    }
    RefreshFindings findings = run(OPTIONS);
    assertEquals(LivenessVerdict.REDIRECTED, verdict(findings, "http://a.test/p0"));
    assertEquals(LivenessVerdict.MOVED, verdict(findings, "http://a.test/p5"));
    assertEquals("http://b.test/p5", findings.answer(5).place());
    assertEquals(1, findings.living());
  }

  @Test
  void redirectsInCirclesAndToNowhereEnd() throws IOException {
    urls.addAll(List.of("http://a.test/x", "http://a.test/y", "http://a.test/z"));
    web.answer("http://a.test/x", 302, "Location: /y\r\n", "");
    web.answer("http://a.test/y", 302, "Location: /x\r\n", "");
    web.answer("http://a.test/z", 301, "Location: http://gone.test/\r\n", "");
    web.unknownHost("http://gone.test");
    RefreshFindings findings = run(OPTIONS);
    assertEquals(3, findings.verdicts().get(LivenessVerdict.REDIRECTED));
  }

  @Test
  void robotsAreObeyed() throws IOException {
    urls.addAll(List.of("http://a.test/open", "http://a.test/shut/page", "http://b.test/page"));
    web.lives("http://a.test/open").lives("http://a.test/shut/page").lives("http://b.test/page");
    web.answer("http://a.test/robots.txt", 200, "", "User-agent: *\nDisallow: /shut/\n");
    web.answer("http://b.test/robots.txt", 200, "", "User-agent: *\nDisallow: /\n");
    RefreshFindings findings = run(OPTIONS);
    assertEquals(LivenessVerdict.LIVES, verdict(findings, "http://a.test/open"));
    assertEquals(LivenessVerdict.FORBIDDEN, verdict(findings, "http://a.test/shut/page"));
    assertEquals(LivenessVerdict.FORBIDDEN, verdict(findings, "http://b.test/page"));
    assertEquals(0, web.asked("GET http://a.test/shut") + web.asked("GET http://b.test/page"));
  }

  @Test
  void headIsTrustedOnlyWhereItAgreesWithGet() throws IOException {
    for (int p = 0; p < 60; p++) {
      urls.add("http://liar.test/p" + p);
      urls.add("http://fair.test/p" + p);
      web.lives("http://liar.test/p" + p).head("http://liar.test/p" + p, 404);
      web.gone("http://fair.test/p" + p);
    }
    RefreshFindings findings = run(OPTIONS);
    assertEquals(60, findings.living());
    assertTrue(web.asked("HEAD http://liar.test") <= 2);
    assertTrue(web.asked("HEAD http://fair.test") > 50);
    assertTrue(web.asked("GET http://fair.test") < 10);
  }

  @Test
  void whatIsKeptFromUsIsClosedWithItsReasonAndNotDead() throws IOException {
    Map<Integer, LivenessVerdict> reasons = new java.util.TreeMap<>();
    reasons.put(401, LivenessVerdict.LOGIN);
    reasons.put(402, LivenessVerdict.PAYMENT);
    reasons.put(403, LivenessVerdict.DENIED);
    reasons.put(451, LivenessVerdict.LEGAL);
    reasons.put(429, LivenessVerdict.TOO_MANY_REQUESTS);
    reasons.put(500, LivenessVerdict.SERVER_ERROR);
    reasons.put(503, LivenessVerdict.SERVER_ERROR);
    reasons.put(418, LivenessVerdict.OTHER);
    for (int status : reasons.keySet()) {
      urls.add("http://s" + status + ".test/page");
      web.answer(urls.getLast(), status, "", "");
    }
    urls.add("http://cf.test/page");
    web.answer(urls.getLast(), 403, "cf-mitigated: challenge\r\n", "");
    urls.add("http://anubis.test/page");
    String riddle =
        "<title>Making sure you're not a bot!</title><script id=\"anubis_challenge\">1</script>"
            + "<script src=\"/.within.website/x/cmd/anubis/static/js/main.mjs\"></script>";
    web.answer(urls.getLast(), 200, DecayedWeb.HTML, riddle);
    RefreshFindings findings = run(OPTIONS);
    reasons.forEach(
        (status, verdict) ->
            assertEquals(verdict, verdict(findings, "http://s" + status + ".test/page")));
    assertEquals(LivenessVerdict.CHALLENGE, verdict(findings, "http://cf.test/page"));
    assertEquals(LivenessVerdict.CHALLENGE, verdict(findings, "http://anubis.test/page"));
    assertEquals(9, findings.closed());
    RefreshLists.write(old(), findings, dir);
    List<String> closed = Files.readAllLines(dir.resolve("closed.tsv"));
    assertEquals("importance\turl\treason\tstatus\tplace", closed.getFirst());
    assertEquals(10, closed.size());
    assertEquals(2, Files.readAllLines(dir.resolve("dead.tsv")).size());
    assertEquals(findings.closed(), run(OPTIONS).closed(), "the log knows them too");
  }

  @Test
  void whatIsOutOfOrderIsAskedOnceMoreAtTheEnd() throws IOException {
    for (int p = 0; p < 8; p++) {
      urls.add("http://a.test/p" + p);
      web.lives(urls.getLast());
    }
    web.answer("http://a.test/p3", 503, "", "");
    web.answer("http://a.test/p5", 500, "", "");
    List<String> told = new ArrayList<>();
    RefreshFindings findings;
    try (RefreshRun refresh = open(OPTIONS)) {
      findings =
          refresh.run(
              new RefreshListener() {
                @Override
                public void asksAgain(int pages, int hosts, Duration patience) {
                  told.add(pages + " on " + hosts + " within " + patience);
                  web.lives("http://a.test/p3");
                }
              });
    }
    assertEquals(List.of("2 on 1 within PT1M"), told);
    assertEquals(LivenessVerdict.LIVES, verdict(findings, "http://a.test/p3"));
    assertEquals(LivenessVerdict.SERVER_ERROR, verdict(findings, "http://a.test/p5"));
    assertEquals(7, findings.living());
    assertEquals(2, web.asked("GET http://a.test/p5"));
  }

  @Test
  void aHostThatAsksForMorePatienceThanThereIsClosesItsPagesUntilTheNextRun() throws IOException {
    for (int p = 0; p < 40; p++) {
      urls.add("http://a.test/p" + p);
      web.answer(urls.getLast(), 429, "Retry-After: 3600\r\n", "");
      urls.add("http://b.test/p" + p);
      web.lives(urls.getLast());
    }
    PaceRules minute = new PaceRules(NONE, 0, NONE, NONE, NONE, Duration.ofHours(2));
    RefreshRun.World world = new RefreshRun.World(Clock.systemUTC(), minute, () -> web);
    RefreshOptions hasty = OPTIONS.withPatience(Duration.ofMillis(1));
    try (RefreshRun refresh = new RefreshRun(old(), dir, hasty, world)) {
      RefreshFindings findings = refresh.run(RefreshListener.SILENT);
      assertEquals(40, findings.living());
      assertEquals(40, findings.verdicts().get(LivenessVerdict.TOO_MANY_REQUESTS));
    }
    for (String url : urls) {
      web.lives(url);
    }
    assertEquals(79, run(OPTIONS).living(), "all but the one that was asked and said so");
  }

  @Test
  void aLogInThatEveryPageIsSentToIsAWall() throws IOException {
    for (int p = 0; p < 40; p++) {
      urls.add("http://wall.test/docs/p" + p);
      String to = "/account/login?next=%2Fdocs%2Fp" + p;
      web.answer(urls.getLast(), 302, "Location: " + to + "\r\n", "");
      web.page("http://wall.test" + to, "<form><input type=\"password\"></form>");
      urls.add("http://front.test/docs/p" + p);
      String welcome = "/welcome?from=/docs/p" + p;
      web.answer(urls.getLast(), 302, "Location: " + welcome + "\r\n", "");
      web.page("http://front.test" + welcome, "<h1>Welcome to our new site</h1>");
    }
    RefreshFindings findings = run(OPTIONS);
    assertEquals(40, findings.verdicts().get(LivenessVerdict.LOGIN));
    assertEquals(40, findings.verdicts().get(LivenessVerdict.REDIRECTED));
    assertEquals(0, findings.living());
  }

  @Test
  void everyOrderEndsWithTheSameAnswers() throws IOException {
    decay(8, 60);
    for (nephila.liverank.Order order : nephila.liverank.Order.values()) {
      dir = Files.createTempDirectory(dir, "order");
      RefreshOptions.Plan plan =
          new RefreshOptions.Plan(
              order,
              nephila.liverank.Sample.parse("random:5%"),
              RefreshGoal.ALIVE,
              ClosedPolicy.APART);
      RefreshFindings findings = run(OPTIONS.withPlan(plan));
      for (int page = 0; page < urls.size(); page++) {
        String url = urls.get(page);
        assertEquals(web.truth.get(url), findings.answer(page).verdict(), order + " " + url);
      }
    }
  }
}
