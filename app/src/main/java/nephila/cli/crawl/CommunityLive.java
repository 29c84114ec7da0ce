package nephila.cli.crawl;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import nephila.UserError;
import nephila.cli.Console;
import nephila.cli.Interruption;
import nephila.cli.SuggestedCommand;
import nephila.cli.Verb;
import nephila.cli.WholeFile;
import nephila.cli.WrongUse;
import nephila.community.Distances;
import nephila.community.FindGlobalRank;
import nephila.community.Impact;
import nephila.community.LocalDomain;
import nephila.community.Selection;
import nephila.communitycrawl.CommunityPages;
import nephila.communitycrawl.KeptSite;
import nephila.communitycrawl.LiveWeb;
import nephila.communitycrawl.OutsidePages;
import nephila.communitycrawl.Topic;
import nephila.communitycrawl.TopicCrawl;
import nephila.config.CrawlConfig;
import nephila.crawl.Crawl;
import nephila.crawl.CrawlListener;
import nephila.formats.PageLines;
import nephila.indexing.Indexer;
import nephila.url.CanonicalUrl;
import nephila.url.Scope;
import nephila.url.Sites;
import org.jspecify.annotations.Nullable;

/// `nephila community SITE --dir DIR`: crawls the site, then fetches outside pages until the budget
/// is spent, and writes what its pages are worth to themselves and to the web around.
final class CommunityLive {
  /// A page counts as not to be had when its host is to be left alone for longer.
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final int SHOWN = 8;

  /// Outside pages shown by their impact.
  private static final int IMPACTS = 20;

  /// Half as relevant as a member must be, as a rule.
  private static final double NEARLY = 0.25;

  private static final int MANY_LINKS = 3;

  private final CommunityVerb typed;
  private final Console console;
  private final Path dir;
  private final AtomicReference<@Nullable Crawl> running = new AtomicReference<>();

  /// How far the search for members is, for the screen.
  private volatile String line = "";

  private int told;

  /// The registered domains of the members.
  private final Set<String> domains = new HashSet<>();

  CommunityLive(CommunityVerb typed, Path dir) {
    this.typed = typed;
    this.console = typed.console();
    this.dir = dir;
  }

  int run() throws IOException {
    if (typed.select.size() != 1) {
      throw new WrongUse("--select: one selection when pages are really fetched");
    }
    if (typed.discarded != null) {
      throw new WrongUse(
          "--discarded: for replays (--graph); pages that a crawl read beside the domain are taken"
              + " in by themselves");
    }
    takeIn();
    Selection selection = WrongUse.typed(() -> Selection.named(typed.select.getFirst()));
    Optional<Topic> topic = typed.topic.topic(dir, typed.site.maxPages());
    CrawlConfig plan = plan(topic);
    if (topic.isPresent()) {
      if (!topic.equals(Topic.in(dir))) {
        // Another topic: every page read so far is judged again.
        CommunityPages.forget(dir);
      }
      topic.get().keep(dir);
    }
    try (Interruption interruption = Interruption.calls(this::stop)) {
      try {
        if (topic.isEmpty() && typed.topic.depth == null && !KeptSite.is(dir)) {
          readSite(plan);
        }
        if (!interruption.happened()) {
          lookAround(plan, selection, topic);
          index();
          return Verb.DONE;
        }
      } catch (LiveWeb.Stopped e) {
        if (!interruption.happened()) {
          throw new UserError(
              "the crawl stopped: " + e.getMessage() + "; go on with the same command", e);
        }
      }
      console.err(
          "Stopped; everything read is kept: go on with nephila community --dir %s",
          SuggestedCommand.word(dir));
      return Verb.INTERRUPTED;
    }
  }

  /// Takes the local domain from where the user has it, once.
  private void takeIn() throws IOException {
    if (typed.from.isEmpty() || KeptSite.is(dir)) {
      return;
    }
    if (Files.exists(dir.resolve("state"))) {
      throw new UserError(
          dir
              + ": holds a crawl already; name a new --dir to take the local domain from"
              + " elsewhere");
    }
    List<String> seeds = new ArrayList<>(typed.seeds);
    CanonicalUrl base = null;
    String named = typed.base;
    if (named != null) {
      base = WrongUse.typed(() -> CanonicalUrl.typed(named));
      if (!base.pathAndQuery().endsWith("/")) {
        throw new WrongUse("--base " + named + ": names a folder; end it with a slash");
      }
      seeds.add(base.text());
    }
    for (Path source : typed.from) {
      if (!Files.exists(source)) {
        throw new UserError(source + ": no such file or folder");
      }
      if (seeds.isEmpty()) {
        Yaml.plan(source).ifPresent(theirs -> seeds.addAll(theirs.seeds()));
      }
    }
    if (seeds.isEmpty() && !typed.site.given()) {
      throw new WrongUse(
          "--from "
              + typed.from.getFirst()
              + ": which of its pages are the local domain? Name a SITE too, or --base for a folder"
              + " of files");
    }
    CrawlConfig plan = typed.site.plan(dir, seeds);
    KeptSite kept = new KeptSite(plan, Clock.systemUTC(), console.progress());
    int pages = kept.into(dir, typed.from, base);
    kept.remarks().forEach(remark -> console.err("%s", remark));
    console.err("%,d answers of %s are in %s", pages, typed.from.getFirst(), dir);
  }

  /// A topic is no part of the web by its addresses: by the plan the crawl reads nothing but what
  /// the user named, and the focused crawl asks for the rest.
  private CrawlConfig plan(Optional<Topic> topic) {
    if (topic.isEmpty()) {
      CrawlConfig plan = typed.site.plan(dir, typed.seeds);
      return typed.topic.depth == null ? plan : plan.with("scope", Scope.Kind.PAGE);
    }
    List<String> seeds = new ArrayList<>(typed.seeds);
    seeds.addAll(topic.get().examples());
    seeds.addAll(topic.get().against());
    return typed.site.plan(dir, seeds).with("scope", Scope.Kind.PAGE).with("max-pages", 0);
  }

  private void stop() {
    Crawl crawl = running.get();
    if (crawl != null) {
      crawl.control().stop();
    }
  }

  private CrawlListener screen() {
    return typed.json ? CrawlListener.SILENT : new LiveScreen(console, dir, () -> line);
  }

  private void readSite(CrawlConfig plan) throws IOException {
    console.err("reading the local domain into %s", dir);
    try (Crawl crawl = Crawl.open(dir, plan)) {
      running.set(crawl);
      crawl.run(screen());
    }
  }

  private void lookAround(CrawlConfig plan, Selection selection, Optional<Topic> topic)
      throws IOException {
    try (Crawl crawl = Crawl.open(dir, plan)) {
      running.set(crawl);
      try (LiveWeb web = new LiveWeb(crawl, screen(), PATIENCE)) {
        Optional<CommunityPages> before = CommunityPages.in(dir);
        CommunityPages community;
        if (topic.isPresent()) {
          community = find(topic.get(), plan, web, before);
        } else if (typed.topic.depth != null) {
          community = web.pagesWithin(typed.topic.depth, before);
        } else {
          community = web.pagesInScope(before);
        }
        estimate(web, selection, community);
      }
    }
  }

  /// The members of a topic, by a focused crawl.
  private CommunityPages find(
      Topic topic, CrawlConfig plan, LiveWeb web, Optional<CommunityPages> before)
      throws IOException {
    console.err(
        "looking for pages of '%s' by %,d examples%s",
        topic.name(),
        topic.examples().size(),
        topic.words().isEmpty() ? "" : " and the words " + String.join(", ", topic.words()));
    TopicCrawl search =
        new TopicCrawl(dir, topic, plan, web, line -> console.err("%s", line), this::found);
    search.leaveOut(before);
    String reason = search.run();
    TopicCrawl.Progress end = search.progress();
    console.err("the search for members ended: %s", reason);
    console.err("%s", end.line());
    return search.judge();
  }

  private void found(TopicCrawl.Progress now) {
    line = now.line();
    if (typed.json && now.read() / 1000 > told) {
      told = now.read() / 1000;
      Map<String, Object> step = new LinkedHashMap<>();
      step.put("read", now.read());
      step.put("relevant", now.relevant());
      step.put("harvest", now.harvest());
      step.put("candidates", now.candidates());
      console.json(step);
    }
  }

  private void estimate(LiveWeb web, Selection selection, CommunityPages community)
      throws IOException {
    if (community.count(CommunityPages.Role.MEMBER) == 0) {
      throw new UserError(
          "no page that was read belongs to the local domain: "
              + wayIn(community)
              + "give a SITE or patterns (--include) that match pages which answer");
    }
    community.write(dir);
    community.members().stream()
        .map(url -> Sites.of(CanonicalUrl.ofCanonical(url).host()))
        .forEach(domains::add);
    tellWaysIn(web, community);
    LocalDomain domain = web.domain(community);
    int[] beside = web.readBeside(community);
    int spent = web.fetchedAround(community, beside);
    int budget = Budget.parse(typed.budget).pages(domain.size());
    console.err(
        "local domain of %,d pages; %,d of %,d outside pages were read before%s",
        domain.size(), Math.min(spent, budget), budget, free(community));
    double[] local = FindGlobalRank.localRank(domain, web);
    double @Nullable [] truth = truth(domain, web);
    FindGlobalRank finder = new FindGlobalRank(domain, web, selection, typed.seed);
    finder.include(beside);
    boolean dry =
        finder.run(typed.iterations, Math.max(0, budget - spent), step -> tell(step, spent, truth));
    if (dry) {
      console.err(
          "the frontier ran dry after %,d of %,d pages: nothing more can be reached",
          spent + finder.extra(), budget);
    }
    double[] global = finder.estimate();
    write(domain, web, local, global);
    tellError(finder.errorBound());
    int[] outside = web.readBeside(community);
    tellOutside(
        domain.size(), web.fetchedAround(community, outside), community, web.failed(outside));
    impacts(outside(finder.impacts(), web, community));
    if (!typed.json) {
      report(domain, web, local, global);
    }
  }

  private void tellError(double bound) {
    if (Double.isNaN(bound)) {
      return;
    }
    if (typed.json) {
      console.json(Map.of("errorInNineOfTen", bound));
    } else {
      console.err(
          "the estimate may still be off by up to %.2f in L1 (of at most 2), judged by what the"
              + " last steps changed; in nine of ten replays it was off by less",
          bound);
    }
  }

  private List<OutsidePages.Page> outside(
      List<Impact> impacts, LiveWeb web, CommunityPages community) {
    List<OutsidePages.Page> pages = new ArrayList<>();
    for (Impact one : impacts) {
      String url = String.valueOf(web.url(one.page()));
      if (!isInside(community.of(url))) {
        String related = related(one, url, community);
        pages.add(
            new OutsidePages.Page(
                url, one.value(), one.rank(), one.linksIn(), one.links(), related));
      }
    }
    return pages;
  }

  /// Which outside pages matter to the local domain: all of them to a file, the first on request to
  /// the screen.
  private void impacts(List<OutsidePages.Page> pages) {
    Path file = OutsidePages.file(dir);
    WholeFile.write(file, OutsidePages.text(pages));
    if (!typed.impact) {
      return;
    }
    List<OutsidePages.Page> first = pages.subList(0, Math.min(IMPACTS, pages.size()));
    if (typed.json) {
      first.forEach(this::json);
      return;
    }
    console.out(
        "Outside pages that pass most to the local domain (* looks as if it belonged to it):");
    if (first.isEmpty()) {
      console.out("  none of those fetched links to it");
    }
    for (OutsidePages.Page one : first) {
      console.out(
          "%s %8.4f %%  %4d of %4d links  %s",
          one.related().isEmpty() ? " " : "*",
          100 * one.impact(),
          one.linksIn(),
          one.links(),
          one.url());
    }
    console.err("all of them: %s", file);
  }

  private void json(OutsidePages.Page one) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("outside", one.url());
    line.put("impact", one.impact());
    line.put("rank", one.rank());
    line.put("linksIn", one.linksIn());
    line.put("links", one.links());
    line.put("related", one.related());
    console.json(line);
  }

  private static boolean isInside(Optional<CommunityPages.Page> page) {
    return page.map(its -> its.role() == CommunityPages.Role.BESIDE).orElse(false);
  }

  /// Why an outside page looks as if it belonged to the local domain; empty where it does not: half
  /// of its links lead there, or its host is of the same registered domain, or the search for
  /// members found it nearly relevant.
  private String related(Impact one, String url, CommunityPages community) {
    double relevance = community.of(url).map(CommunityPages.Page::relevance).orElse(Double.NaN);
    if (relevance >= NEARLY) {
      return "says nearly the same";
    }
    if (2 * one.linksIn() >= one.links() && one.linksIn() >= MANY_LINKS) {
      return "links mostly there";
    }
    return domains.contains(Sites.of(CanonicalUrl.ofCanonical(url).host()))
        ? "of the same domain"
        : "";
  }

  private static String wayIn(CommunityPages community) {
    long ways = community.count(CommunityPages.Role.WAY_IN);
    return ways == 0 ? "" : ways + " of the seeds match no rule and are ways in only; ";
  }

  private static String free(CommunityPages community) {
    long rejected = community.count(CommunityPages.Role.REJECTED);
    return rejected == 0
        ? ""
        : String.format(Locale.ROOT, ", besides %,d that the search for members read", rejected);
  }

  /// A seed that the rules do not describe is read, and is no member.
  private void tellWaysIn(LiveWeb web, CommunityPages community) {
    for (String url : web.seeds()) {
      if (community.of(url).map(page -> page.role() == CommunityPages.Role.WAY_IN).orElse(false)) {
        console.err("%s matches no rule of the local domain: a way in, not a member", url);
      }
    }
  }

  private void tellOutside(int members, int fetched, CommunityPages community, int failed) {
    long rejected = community.count(CommunityPages.Role.REJECTED);
    if (!typed.json) {
      console.err(
          "%,d members; %,d pages fetched outside for the estimate%s; %,d of all outside pages were"
              + " not to be had",
          members, fetched, free(community), failed);
      return;
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("members", members);
    line.put("outside", fetched);
    line.put("rejected", rejected);
    line.put("failed", failed);
    console.json(line);
  }

  /// Members alone can be found afterwards.
  private void index() throws IOException {
    if (typed.noIndex) {
      return;
    }
    try (Indexer indexer = Indexer.open(dir, console.progress())) {
      indexer.follow();
      indexer.finish();
      console.err(
          "%,d members are in the index: nephila search %s WORDS",
          indexer.index().pages(), SuggestedCommand.word(dir));
    }
  }

  private void tell(FindGlobalRank.Step step, int spent, double @Nullable [] truth) {
    int fetched = spent + step.fetched();
    Distances distances = truth == null ? null : Distances.between(step.estimate(), truth);
    if (!typed.json) {
      if (distances != null) {
        console.out("%4d %7d  L1 %.5f", step.iteration(), fetched, distances.l1());
      }
      return;
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("iteration", step.iteration());
    line.put("fetched", fetched);
    line.put("frontier", step.frontier());
    if (distances != null) {
      line.put("l1", distances.l1());
      line.put("l2", distances.l2());
      line.put("linf", distances.linf());
      line.put("tau", distances.tau());
    }
    console.json(line);
  }

  /// The true rank of the domain where the user has it by URL, else null.
  private double @Nullable [] truth(LocalDomain domain, LiveWeb web) {
    if (typed.reference == null) {
      return null;
    }
    Map<String, Integer> places = new LinkedHashMap<>();
    for (int i = 0; i < domain.size(); i++) {
      places.put(String.valueOf(web.url(domain.page(i))), i);
    }
    int elsewhere = domain.size();
    double[] values =
        PageLines.values(
            typed.reference, elsewhere + 1, name -> places.getOrDefault(name, elsewhere));
    for (int i = 0; i < domain.size(); i++) {
      if (!(values[i] >= 0)) {
        throw new UserError(typed.reference + ": no rank for " + web.url(domain.page(i)));
      }
    }
    CommunityCase.mustRank(typed.reference, DoubleStream.of(values).limit(domain.size()));
    return Distances.normalised(java.util.Arrays.copyOf(values, domain.size()));
  }

  /// `url<TAB>local<TAB>global`, the highest global rank first; whole or not at all.
  private void write(LocalDomain domain, LiveWeb web, double[] local, double[] global) {
    StringBuilder text = new StringBuilder("# url\tlocal\tglobal\n");
    for (int i : sorted(domain, global)) {
      text.append(
          String.format(
              Locale.ROOT, "%s\t%.12e\t%.12e%n", web.url(domain.page(i)), local[i], global[i]));
    }
    Path file = typed.out == null ? dir.resolve("global.tsv") : typed.out;
    WholeFile.write(file, text);
    console.err("local and global importance of every page: %s", file);
  }

  private void report(LocalDomain domain, LiveWeb web, double[] local, double[] global) {
    double[] gain = new double[domain.size()];
    java.util.Arrays.setAll(gain, i -> global[i] - local[i]);
    int[] order = sorted(domain, gain);
    console.out("The web around thinks more of these pages than the site does:");
    rows(
        IntStream.range(0, SHOWN).limit(order.length).map(i -> order[i]),
        domain,
        web,
        local,
        global,
        true);
    console.out("and less of these:");
    rows(
        IntStream.range(0, SHOWN).limit(order.length).map(i -> order[order.length - 1 - i]),
        domain,
        web,
        local,
        global,
        false);
  }

  private void rows(
      IntStream places,
      LocalDomain domain,
      LiveWeb web,
      double[] local,
      double[] global,
      boolean more) {
    List<Integer> shown =
        places.filter(i -> more ? global[i] > local[i] : global[i] < local[i]).boxed().toList();
    if (shown.isEmpty()) {
      console.out("  none");
    }
    for (int i : shown) {
      console.out(
          "  x%-7.2f %7.3f %% -> %7.3f %%  %s",
          global[i] / local[i], 100 * local[i], 100 * global[i], web.url(domain.page(i)));
    }
  }

  private static int[] sorted(LocalDomain domain, double[] by) {
    return IntStream.range(0, domain.size())
        .boxed()
        .sorted((a, b) -> Double.compare(by[b], by[a]))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
