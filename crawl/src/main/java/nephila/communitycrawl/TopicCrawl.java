package nephila.communitycrawl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import nephila.UserError;
import nephila.archive.ArchiveFollower;
import nephila.archive.warc.ArchivePosition;
import nephila.communitycrawl.CommunityPages.Role;
import nephila.communitycrawl.TopicCandidates.Candidate;
import nephila.config.CrawlConfig;
import nephila.process.UrlFilter;
import nephila.topic.LinkModel;
import nephila.topic.PageModel;
import nephila.topic.WordBag;
import nephila.url.CanonicalUrl;
import nephila.url.Scope;
import org.jspecify.annotations.Nullable;

/// A focused crawler: reads the pages that are probably of a topic, the most promising first, and
/// judges what it has read by what it says.
///
/// A page's promise is the relevance that [LinkModel] expects of it times `1 + log10(1 + r)`, r
/// being its worth in the ledger over that of the mean page: importance decides between pages that
/// promise alike. Every page read teaches both models.
///
/// It follows the archive of its crawl, so nothing of it runs in the crawl itself, and after a
/// crash it learns again from the archive what it had learned: the archive is its only state beside
/// `topic.tsv`. Pages are asked for in batches through [LiveWeb].
///
/// Memory: that of [PageModel], [LinkModel] and [TopicCandidates]. Not thread-safe.
public final class TopicCrawl {
  private static final int LEAST_BATCH = 8;
  private static final int MOST_BATCH = 64;

  /// How many candidates are looked at by worth for each that is taken.
  private static final int LOOKED_AT = 4;

  private static final int MOST_REDIRECTS = 5;

  /// How often it looks whether pages have come before it asks for more.
  private static final int FEW_LOOKS = 4;

  /// Example pages that agree less with the others are told of.
  private static final double STRANGE = 0.4;

  private static final int REASONS = 8;

  /// How far it is.
  ///
  /// @param read pages read that were there
  /// @param relevant of these, how many are of the topic
  /// @param harvest the share of relevant pages among the last [Topic#HARVEST]
  /// @param candidates pages known and not read
  public record Progress(int read, int relevant, double harvest, int candidates) {
    /// The same in a line.
    public String line() {
      return String.format(
          Locale.ROOT,
          "topic    %,d pages read, %,d relevant; %.0f %% of the last %,d; %,d candidates",
          read,
          relevant,
          100 * harvest,
          Math.min(read, Topic.HARVEST),
          candidates);
    }
  }

  private final Path dir;
  private final Topic topic;
  private final LiveWeb web;
  private final UrlFilter filter;
  private final ArchiveFollower archive;
  private final TopicPage.Reader reader;
  private final Consumer<String> tells;
  private final Consumer<Progress> progress;
  private final PageModel pages = new PageModel();
  private final LinkModel links = new LinkModel();
  private final TopicCandidates candidates = new TopicCandidates();
  private final Set<String> seen = new HashSet<>();
  private final Map<String, String> found = new HashMap<>();

  /// The pages that the user named, by the URL where they are; true for examples.
  private final Map<String, Boolean> named = new LinkedHashMap<>();

  /// The examples that the model has, in its order.
  private final List<String> taught = new ArrayList<>();

  /// Pages asked for that have not come, and their slots.
  private final Map<CanonicalUrl, Integer> asked = new LinkedHashMap<>();

  private final boolean[] harvest = new boolean[Topic.HARVEST];
  private ArchivePosition taken = ArchivePosition.START;
  private @Nullable CommunityPages earlier;
  private int read;
  private int relevant;

  /// @param tells what the user should know of examples
  public TopicCrawl(
      Path dir,
      Topic topic,
      CrawlConfig plan,
      LiveWeb web,
      Consumer<String> tells,
      Consumer<Progress> progress) {
    this.dir = dir;
    this.topic = topic;
    this.web = web;
    this.tells = tells;
    this.progress = progress;
    this.filter = new UrlFilter(plan.with("scope", Scope.Kind.ANY), Clock.systemUTC());
    this.archive = new ArchiveFollower(dir);
    this.reader = new TopicPage.Reader(filter.productToken());
  }

  /// Pages that an earlier run fetched around the community are not looked at: they were not found
  /// by what they say.
  public void leaveOut(Optional<CommunityPages> before) {
    earlier = before.orElse(null);
  }

  private boolean isLeftOut(String url) {
    return earlier != null && earlier.of(url).isEmpty();
  }

  /// Reads until the topic is exhausted by its rules; returns why it ended.
  public String run() throws IOException {
    String reason = search();
    int[] left = slotsAsked();
    for (int idle = 0; left.length > 0 && idle < FEW_LOOKS; idle++) {
      LiveWeb.rest();
      int before = left.length;
      left = web.left(left);
      idle = left.length < before ? -1 : idle;
    }
    takeNew();
    return reason;
  }

  private String search() throws IOException {
    List<CanonicalUrl> seeds = web.seedUrls();
    web.awaitRead(web.slots(seeds));
    learnExamples();
    takeNew();
    while (true) {
      progress.accept(progress());
      if (topic.maxPages() > 0 && read >= topic.maxPages()) {
        return "--max-pages reached";
      }
      if (read >= Topic.HARVEST && harvest() < topic.harvestFloor()) {
        return String.format(
            Locale.ROOT,
            "fewer than %.3g %% of the last %,d pages were relevant",
            100 * topic.harvestFloor(),
            Topic.HARVEST);
      }
      int[] next = choose();
      if (next.length == 0 && asked.isEmpty()) {
        return "no more candidates";
      }
      await(next);
      takeNew();
    }
  }

  /// Asks for these pages, and waits until half of them are there or none came for a while: a slow
  /// host keeps no other waiting.
  private void await(int[] next) {
    web.want(next);
    int[] left = next;
    int idle = 0;
    while (left.length > next.length / 2 && idle < FEW_LOOKS) {
      LiveWeb.rest();
      int before = left.length;
      left = web.left(left);
      idle = left.length < before ? 0 : idle + 1;
    }
    if (next.length == 0) {
      LiveWeb.rest();
    }
    Set<Integer> still = new HashSet<>();
    for (int slot : web.left(slotsAsked())) {
      still.add(slot);
    }
    asked.values().removeIf(slot -> !still.contains(slot));
  }

  private int[] slotsAsked() {
    return asked.values().stream().mapToInt(Integer::intValue).toArray();
  }

  public Progress progress() {
    return new Progress(read, relevant, harvest(), candidates.size());
  }

  private double harvest() {
    int count = Math.min(read, Topic.HARVEST);
    int good = 0;
    for (int i = 0; i < count; i++) {
      good += harvest[i] ? 1 : 0;
    }
    return count == 0 ? 0 : (double) good / count;
  }

  // ---- what the user named

  private void learnExamples() throws IOException {
    topic.examples().forEach(url -> named.put(CanonicalUrl.typed(url).text(), true));
    topic.against().forEach(url -> named.put(CanonicalUrl.typed(url).text(), false));
    Map<String, TopicPage> pagesNamed = new LinkedHashMap<>();
    for (int round = 0; round < MOST_REDIRECTS; round++) {
      Map<String, CanonicalUrl> moved = new LinkedHashMap<>();
      archive.read(
          ArchivePosition.START,
          archived -> {
            if (named.containsKey(archived.url()) && !pagesNamed.containsKey(archived.url())) {
              TopicPage page = reader.read(archived, false, false);
              if (page != null && page.target() != null) {
                moved.put(archived.url(), page.target());
              } else if (page != null) {
                pagesNamed.put(archived.url(), page);
              }
            }
          });
      if (moved.isEmpty()) {
        break;
      }
      moved.forEach(
          (from, to) -> named.putIfAbsent(to.text(), Boolean.TRUE.equals(named.remove(from))));
      web.awaitRead(web.slots(List.copyOf(moved.values())));
    }
    named.forEach((url, isExample) -> teach(url, isExample, pagesNamed.get(url)));
    if (pages.examples() == 0 && topic.words().isEmpty()) {
      throw new UserError(
          "no example of topic '"
              + topic.name()
              + "' could be read: give pages that answer with text, or --words");
    }
    if (!topic.words().isEmpty()) {
      WordBag.Words words =
          WordBag.empty().add(String.join(" ", topic.words()), TopicPage.SAID, 1).words();
      pages.words(words);
      links.promise(words, 1);
    }
    tellOfStrangeExamples();
  }

  private void teach(String url, boolean isExample, @Nullable TopicPage page) {
    String kind = isExample ? "example " : "counterexample ";
    if (page == null) {
      tells.accept(kind + url + ": no answer; it teaches nothing");
    } else if (!page.there()) {
      tells.accept(
          kind
              + url
              + ": "
              + (page.status() == 200 ? "says 'not found'" : "HTTP " + page.status())
              + "; it teaches nothing");
    } else if (page.words().words().numbers().length < 8) {
      tells.accept(kind + url + ": has hardly any text; it teaches nothing");
    } else if (isExample) {
      pages.example(page.words().words());
      taught.add(url);
    } else {
      pages.counterexample(page.words().words());
    }
  }

  private void tellOfStrangeExamples() {
    double[] agreement = pages.agreement();
    if (agreement.length < 3) {
      return;
    }
    for (int example = 0; example < agreement.length; example++) {
      if (agreement[example] < STRANGE) {
        tells.accept(
            String.format(
                Locale.ROOT,
                "example %s has little in common with the others (%.0f %% of what they have): is it"
                    + " another topic?",
                taught.get(example),
                100 * agreement[example]));
      }
    }
  }

  // ---- what was read

  /// Takes in what the archive has and this has not.
  private void takeNew() throws IOException {
    try {
      taken =
          archive.read(
              taken,
              archived -> {
                TopicPage page = reader.read(archived, false, true);
                if (page != null && !isLeftOut(page.url().text()) && seen.add(page.url().text())) {
                  take(page);
                }
              });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void take(TopicPage page) {
    Candidate candidate = candidates.take(page.url().text());
    CanonicalUrl target = page.target();
    if (target != null && !seen.contains(target.text()) && allowed(target)) {
      double promise =
          candidate == null ? 0.5 : links.relevance(candidate.words(), around(candidate));
      WordBag.Words words = candidate == null ? WordBag.Words.NONE : candidate.words();
      candidates.linked(target, words, "(redirect)", page.url(), promise);
    }
    if (!page.there()) {
      return;
    }
    WordBag.Words words = page.words().words();
    double alone = said(page.url().text(), pages.relevance(words));
    double neighbours = candidates.neighbours(page.url(), Double.NaN);
    double relevance = PageModel.among(alone, neighbours);
    if (candidate != null) {
      links.learn(candidate.words(), around(candidate), relevance);
      found.put(page.url().text(), candidate.found());
    }
    if (!named.containsKey(page.url().text())) {
      pages.seen(words, neighbours);
    }
    candidates.read(page.url(), alone);
    harvest[read % Topic.HARVEST] = relevance >= topic.floor();
    read++;
    relevant += relevance >= topic.floor() ? 1 : 0;
    for (TopicPage.Link link : page.links()) {
      if (!seen.contains(link.url().text()) && allowed(link.url())) {
        candidates.linked(link.url(), link.words(), link.text(), page.url(), relevance);
      }
    }
  }

  /// What the user said of a page holds.
  private double said(String url, double relevance) {
    Boolean isExample = named.get(url);
    return isExample == null ? relevance : isExample ? 1 : 0;
  }

  private boolean allowed(CanonicalUrl url) {
    return filter.refusal(url, 0, false).isEmpty();
  }

  private LinkModel.Surroundings around(Candidate candidate) {
    return candidates.around(candidate, pages.relevance(candidate.words()));
  }

  // ---- what is read next

  private record Promise(Candidate candidate, double value) {}

  private static final Comparator<Promise> BEST =
      Comparator.comparingDouble(Promise::value)
          .reversed()
          .thenComparing(promise -> promise.candidate().url.text());

  private int[] choose() {
    int batch = Math.clamp(read / 16, LEAST_BATCH, MOST_BATCH);
    if (topic.maxPages() > 0) {
      batch = Math.min(batch, topic.maxPages() - read);
    }
    Map<String, Integer> ofHost = new HashMap<>();
    asked.keySet().forEach(url -> ofHost.merge(url.host(), 1, Integer::sum));
    while (!candidates.isEmpty()) {
      List<Promise> promises = new ArrayList<>(candidates.size());
      for (Candidate candidate : candidates.all()) {
        String host = candidate.url.host();
        boolean busy = ofHost.getOrDefault(host, 0) >= mostOfHost(host, batch);
        if (busy || asked.containsKey(candidate.url)) {
          continue;
        }
        promises.add(new Promise(candidate, links.relevance(candidate.words(), around(candidate))));
      }
      if (promises.isEmpty()) {
        break;
      }
      promises.sort(BEST);
      promises = new ArrayList<>(promises.subList(0, Math.min(promises.size(), LOOKED_AT * batch)));
      List<CanonicalUrl> urls = promises.stream().map(promise -> promise.candidate().url).toList();
      LiveWeb.Waiting[] waiting = web.waiting(urls);
      List<Promise> weighed = new ArrayList<>();
      Map<CanonicalUrl, Integer> slots = new HashMap<>();
      for (int i = 0; i < waiting.length; i++) {
        Candidate candidate = promises.get(i).candidate();
        if (waiting[i].slot() < 0 || waiting[i].read()) {
          // Read without being there, forbidden, or a page that the crawl did not take note of.
          candidates.take(candidate.url.text());
        } else {
          slots.put(candidate.url, waiting[i].slot());
          double worth = 1 + Math.log10(1 + waiting[i].worth());
          weighed.add(new Promise(candidate, promises.get(i).value() * worth));
        }
      }
      if (!weighed.isEmpty()) {
        weighed.sort(BEST);
        return spread(weighed, batch, slots, ofHost);
      }
    }
    return new int[0];
  }

  /// The best of them, not too many of one host: it would keep the others waiting.
  private int[] spread(
      List<Promise> best,
      int batch,
      Map<CanonicalUrl, Integer> slots,
      Map<String, Integer> ofHost) {
    List<CanonicalUrl> chosen =
        best.stream()
            .map(each -> each.candidate().url)
            .filter(
                url -> ofHost.merge(url.host(), 1, Integer::sum) <= mostOfHost(url.host(), batch))
            .limit(batch)
            .toList();
    chosen.forEach(url -> asked.put(url, slots.get(url)));
    return chosen.stream().mapToInt(slots::get).toArray();
  }

  /// A host that has not answered yet is asked for one page.
  private int mostOfHost(String host, int batch) {
    return candidates.hasAnswered(host) ? Math.max(LEAST_BATCH, batch / 2) : 1;
  }

  // ---- what it comes to

  /// Judges every page read by all that was learned: by what it says, and by the other pages of its
  /// folder.
  public CommunityPages judge() throws IOException {
    pages.train();
    Map<String, TopicJudgement> judged = new LinkedHashMap<>();
    TopicCandidates all = new TopicCandidates();
    archive.read(
        ArchivePosition.START,
        archived -> {
          TopicPage page = reader.read(archived, true, false);
          if (page != null
              && !isLeftOut(page.url().text())
              && !judged.containsKey(page.url().text())) {
            TopicJudgement judgement = judge(page);
            judged.put(page.url().text(), judgement);
            if (judgement.there()) {
              all.read(page.url(), judgement.alone());
            }
          }
        });
    CommunityPages community = new CommunityPages();
    judged.forEach((url, judgement) -> community.put(url, role(judgement, all)));
    return community;
  }

  /// @param alone its relevance by what it says
  private record TopicJudgement(CanonicalUrl url, boolean there, double alone, String because) {}

  private TopicJudgement judge(TopicPage page) {
    if (!page.there()) {
      return new TopicJudgement(page.url(), false, 0, "");
    }
    return new TopicJudgement(
        page.url(),
        true,
        said(page.url().text(), pages.relevance(page.words().words())),
        pages.because(page.words(), REASONS));
  }

  private CommunityPages.Page role(TopicJudgement judged, TopicCandidates all) {
    if (!judged.there()) {
      return new CommunityPages.Page(Role.BESIDE, Double.NaN, "no page");
    }
    String url = judged.url().text();
    double neighbours = all.neighbours(judged.url(), judged.alone());
    double relevance =
        named.containsKey(url) ? judged.alone() : PageModel.among(judged.alone(), neighbours);
    String note =
        String.format(
            Locale.ROOT,
            "%.2f by its words: %s; neighbours %+.1f; found %s",
            judged.alone(),
            judged.because(),
            neighbours,
            named.containsKey(url) ? "named by you" : found.getOrDefault(url, "as a way in"));
    Role role = relevance >= topic.floor() ? Role.MEMBER : Role.REJECTED;
    return new CommunityPages.Page(role, relevance, note);
  }
}
