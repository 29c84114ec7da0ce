package nephila.cli.view;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import nephila.UserError;
import nephila.cli.Numbers;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.exchange.CommonCrawlFiles;
import nephila.formats.GraphReader;
import nephila.formats.LoadedGraph;
import nephila.sites.Grades;
import nephila.sites.Ratings;
import nephila.sites.Site;
import nephila.sites.SiteImportance;
import nephila.sites.SiteReport;
import nephila.sites.SiteWeb;
import nephila.sites.SiteWebs;
import nephila.sites.Weighing;
import nephila.store.CrawlStore;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila sites`: which sites matter, and which are worth keeping.
@Command(
    name = "sites",
    description = {
      "Sites by importance, each with a recommendation for archivists from 4 (keep first) to 1"
          + " (leave out) and its reasons. Links between sites count, not between pages.",
    },
    footer = {
      "  nephila sites my-crawl                    the sites of a crawl, running or not",
      "  nephila sites my-crawl --ratings people.tsv   how often people give the same grade",
      "  nephila sites cc-main-domain --internal 0 --json   a graph whose pages have names",
    })
public final class SitesVerb extends Verb {
  @Parameters(
      paramLabel = "DIR|GRAPH",
      description = "A crawl dir, or a graph file whose pages are URLs or hosts.")
  String source = ".";

  @Option(
      names = "--method",
      paramLabel = "M",
      defaultValue = "ledger",
      description = {
        "ledger (usual): on line, what the pages of a site received in the crawl's ledger;",
        "graph: off line, the rank of the graph of sites."
      })
  SiteImportance.Method method = SiteImportance.Method.LEDGER;

  @Option(
      names = "--internal",
      paramLabel = "W",
      defaultValue = "0.1",
      description = "Weight of links within a site (usually 0.1).")
  double internal;

  @Option(
      names = "--external",
      paramLabel = "W",
      defaultValue = "1",
      description = "Weight of links between sites (usually 1).")
  double external;

  @Option(
      names = "--count",
      paramLabel = "C",
      defaultValue = "once",
      description = "With --method graph: once (usual), one vote a pair of sites, or links, all.")
  Weighing.Count count = Weighing.Count.ONCE;

  @Option(
      names = "--by",
      paramLabel = "KIND",
      defaultValue = "site",
      description = "site (usual): registered domains; host: every host by itself.")
  SiteWebs.By by = SiteWebs.By.SITE;

  @Option(
      names = "--grades",
      paramLabel = "P,P,P",
      defaultValue = "50,75,90",
      description = "Percent of importance held by the sites graded 4, 4-3, 4-2 (50,75,90).")
  String grades = "50,75,90";

  @Option(
      names = "--ratings",
      paramLabel = "FILE",
      description = "Grades by people, 'site TAB grade...': how often they are the same.")
  @Nullable Path ratings;

  @Option(
      names = "--urls",
      paramLabel = "FILE",
      description = "Names of a graph's pages, line i for page i.")
  @Nullable Path urls;

  @Option(
      names = "--damping",
      paramLabel = "D",
      defaultValue = "0.85",
      description = "Share of importance that links pass on (usually 0.85).")
  double damping;

  @Option(
      names = "--limit",
      converter = Numbers.Count.class,
      paramLabel = "K",
      defaultValue = "50",
      description = "How many to show (usually 50).")
  int limit;

  @Option(names = "--json", description = "A line of JSON each, and one with the score.")
  boolean json;

  @Override
  public Integer call() throws IOException {
    if (!(damping >= 0 && damping < 1)) {
      throw new WrongUse("--damping " + damping + ": at least 0 and below 1");
    }
    Weighing weighing = WrongUse.typed(() -> new Weighing(internal, external, count));
    Grades cuts = WrongUse.typed(() -> Grades.of(grades));
    Ratings people = ratings == null ? null : Ratings.read(ratings, by);
    SiteWeb web = gather();
    double[] importance = SiteImportance.of(web, method, weighing, damping);
    List<Site> sites = new SiteReport(web, importance).sites(cuts);
    sites.stream().limit(limit).forEach(this::print);
    if (!json) {
      byGrade(sites);
    }
    if (people != null) {
      print(people.score(sites));
    }
    return DONE;
  }

  private SiteWeb gather() throws IOException {
    if (Files.isDirectory(Path.of(source))) {
      try (CrawlStore store = CrawlStore.lookAtAny(Path.of(source))) {
        return SiteWebs.of(store, by);
      }
    }
    LoadedGraph loaded =
        new GraphReader().urls(urls).stdin(System.in).progress(console().progress()).open(source);
    if (loaded.names().isEmpty()) {
      throw new UserError(source + ": its pages have no names; give them with --urls FILE");
    }
    boolean reversed = loaded.counts().format().startsWith("Common Crawl");
    return SiteWebs.of(
        loaded.graph(),
        page -> reversed ? CommonCrawlFiles.reversed(loaded.name(page)) : loaded.name(page),
        by,
        damping);
  }

  private void print(Site site) {
    if (json) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("rank", site.rank());
      line.put("site", site.name());
      line.put("importance", site.importance());
      line.put("grade", site.isGraded() ? site.grade() : null);
      line.put("reasons", site.reasons());
      line.put("pages", site.pages());
      line.put("read", site.read());
      line.put("answered", site.answered());
      line.put("linkingSites", site.linkingSites());
      line.put("outside", site.outside());
      console().json(line);
      return;
    }
    if (site.rank() == 1) {
      console().out("grade  importance  site, and why");
    }
    String grade = site.isGraded() ? String.valueOf(site.grade()) : "-";
    console().out("%5s  %.8f  %s", grade, site.importance(), site.name());
    console().out("                   %s", String.join("; ", site.reasons()));
  }

  private void byGrade(List<Site> sites) {
    StringBuilder line = new StringBuilder();
    for (int grade = Grades.BEST; grade > 0; grade--) {
      int wanted = grade;
      long many = sites.stream().filter(site -> site.grade() == wanted).count();
      line.append(
          String.format(Locale.ROOT, "%s%,d graded %d", grade < 4 ? ", " : "", many, grade));
    }
    long closed = sites.stream().filter(site -> !site.isGraded()).count();
    if (closed > 0) {
      line.append(String.format(Locale.ROOT, ", %,d without a grade: may not be read", closed));
    }
    console().out("%,d sites: %s. Keep 4 first, leave 1 out.", sites.size(), line);
  }

  private void print(Ratings.Score score) {
    if (json) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("rated", score.rated());
      line.put("known", score.known());
      line.put("same", score.same());
      line.put("percent", score.percent());
      line.put("percentAsPeopleCut", score.percentAsPeopleCut());
      line.put("people", score.persons());
      console().json(line);
      return;
    }
    console()
        .out(
            "People graded %,d sites, %,d of them known here; the same grade for %,d: %.0f %%"
                + " (%.0f %% when as many sites get each grade as people gave).",
            score.rated(),
            score.known(),
            score.same(),
            score.percent(),
            score.percentAsPeopleCut());
    if (!score.persons().isEmpty()) {
      String each =
          score.persons().stream()
              .map(percent -> String.format(Locale.ROOT, "%.0f %%", percent))
              .collect(Collectors.joining(", "));
      console().out("The people themselves, against their mean: %s.", each);
    }
  }
}
