package nephila.sites;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/// The sites of a crawl, most important first, each with a grade and its reasons.
///
/// Importance proposes a grade ([Grades]); three findings lower it: none of the pages read answered
/// (1), no other site links to it (at most 2), only one does (at most 3). A site none of whose
/// pages may be read, by the rules of the crawl or by robots.txt, has no grade and stands behind
/// the others; the grades share out the importance of the sites that have one.
public final class SiteReport {
  private static final double MOST_FROM_ONE = 0.5;

  private final SiteWeb web;
  private final double[] importance;
  private final int[] linking;
  private final double[] outside;
  private final double[] inside;
  private final int[] payer;
  private final double[] paidMost;

  public SiteReport(SiteWeb web, double[] importance) {
    this.web = web;
    this.importance = importance;
    int sites = web.size();
    linking = new int[sites];
    outside = new double[sites];
    inside = new double[sites];
    paidMost = new double[sites];
    payer = new int[sites];
    Arrays.fill(payer, -1);
    web.eachPair(this::received);
  }

  private void received(int from, int to, long links, double paid) {
    if (from == to) {
      inside[to] += paid;
      return;
    }
    linking[to]++;
    outside[to] += paid;
    if (payer[to] < 0 || paid > paidMost[to]) {
      paidMost[to] = paid;
      payer[to] = from;
    }
  }

  /// All sites, most important first.
  public List<Site> sites(Grades grades) {
    int[] order = closedLast(Grades.bestFirst(importance));
    double[] graded = importance.clone();
    double sum = 0;
    for (int site = 0; site < graded.length; site++) {
      graded[site] = web.allowed(site) > 0 ? importance[site] : 0;
      sum += graded[site];
    }
    for (int site = 0; site < graded.length && sum > 0; site++) {
      graded[site] /= sum;
    }
    int[] proposed = grades.of(graded, order);
    List<Site> sites = new ArrayList<>();
    for (int site : order) {
      sites.add(site(sites.size() + 1, site, proposed[site]));
    }
    return sites;
  }

  private int[] closedLast(int[] bestFirst) {
    return IntStream.concat(
            Arrays.stream(bestFirst).filter(site -> web.allowed(site) > 0),
            Arrays.stream(bestFirst).filter(site -> web.allowed(site) == 0))
        .toArray();
  }

  private Site site(int rank, int site, int proposed) {
    List<String> reasons = new ArrayList<>();
    int grade = Math.min(proposed, most(site, reasons));
    reasons.add(text("rank %,d of %,d sites", rank, web.size()));
    if (linking[site] > 1) {
      boolean one = paidMost[site] > MOST_FROM_ONE * outside[site];
      String who = one ? text(", most of it from %s", web.name(payer[site])) : "";
      reasons.add(text("links from %,d other sites%s", linking[site], who));
    }
    if (web.allowed(site) > 0) {
      reasons.add(
          web.read(site) == 0
              ? text("none of its %,d known pages read yet", web.pages(site))
              : text(
                  "%,d of %,d known pages read, %.0f %% answered",
                  web.read(site), web.pages(site), 100.0 * web.answered(site) / web.read(site)));
    }
    double received = inside[site] + outside[site];
    return new Site(
        rank,
        web.name(site),
        importance[site],
        grade,
        List.copyOf(reasons),
        web.pages(site),
        web.read(site),
        web.answered(site),
        linking[site],
        received == 0 ? 0 : outside[site] / received);
  }

  /// The best grade that the findings allow.
  private int most(int site, List<String> reasons) {
    if (web.allowed(site) == 0) {
      reasons.add(
          text(
              "none of its %,d known pages may be read: out of scope or forbidden",
              web.pages(site)));
      return 0;
    }
    if (web.read(site) > 0 && web.answered(site) == 0) {
      reasons.add(text("none of the %,d pages read answered", web.read(site)));
      return 1;
    }
    if (web.size() > 1 && linking[site] == 0) {
      reasons.add("no other site links to it");
      return 2;
    }
    if (web.size() > 2 && linking[site] == 1) {
      reasons.add(text("only %s links to it", web.name(payer[site])));
      return 3;
    }
    return Grades.BEST;
  }

  private static String text(String format, Object... args) {
    return String.format(Locale.ROOT, format, args);
  }
}
