package nephila.refresh;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import nephila.graph.CsrGraph;
import nephila.process.Statuses;
import org.jspecify.annotations.Nullable;

/// Links that lead nowhere: dead, closed and redirected pages, each with the pages that point to
/// it, those first to which the most important pages point.
///
/// @param targets pages that are not simply there, by the importance of what links to them
/// @param orphans pages of a sitemap that no page links to; empty where nobody can know
/// @param orphansKnown whether the crawl was complete, so that orphans can be claimed
/// @param unlinked dead, closed and redirected pages that no page that is there points to
/// @param notAsked pages that are linked to and were not asked for
public record DeadLinks(
    List<Target> targets, List<String> orphans, boolean orphansKnown, int unlinked, int notAsked) {
  private static final int MOST_HOPS = 20;

  /// What is wrong with a target.
  public enum Kind {
    DEAD,
    CLOSED,
    /// It leads on, to a page that is there.
    REDIRECTED
  }

  /// A page that points to a target.
  ///
  /// @param importance of that page
  public record From(String url, double importance) {}

  /// A page that is not simply there.
  ///
  /// @param verdict of the end of its redirects, if there are any
  /// @param status its own
  /// @param chain where its redirects lead, in order; empty where there are none
  /// @param importance of the pages that point to it, together
  /// @param from these pages, the most important first
  public record Target(
      String url,
      Kind kind,
      LivenessVerdict verdict,
      int status,
      List<String> chain,
      double importance,
      List<From> from) {}

  /// A web of pages by number, as far as it was asked for.
  ///
  /// @param links of all pages
  /// @param verdict of each page, null where it was not asked for
  /// @param status of each page
  /// @param leads the page that each redirect leads to, -1 for none or one that is not known
  /// @param place where a redirect leads that is no page, empty for none
  /// @param sitemaps pages that list others for robots, which count for no link
  /// @param listed pages that a sitemap lists
  record Web(
      CsrGraph links,
      IntFunction<String> url,
      double[] importance,
      @Nullable LivenessVerdict[] verdict,
      int[] status,
      int[] leads,
      IntFunction<String> place,
      BitSet sitemaps,
      BitSet listed,
      boolean complete) {}

  /// What is wrong in a web.
  static DeadLinks of(Web web) {
    return new Finder(web).find();
  }

  private static final class Finder {
    private final Web web;
    private final CsrGraph back;
    private int unlinked;
    private int notAsked;

    Finder(Web web) {
      this.web = web;
      this.back = web.links.transpose();
    }

    DeadLinks find() {
      List<Target> targets = new ArrayList<>();
      List<String> orphans = new ArrayList<>();
      for (int page = 0; page < web.links.pages(); page++) {
        LivenessVerdict verdict = web.verdict[page];
        List<From> from = from(page);
        if (verdict == null) {
          notAsked += from.isEmpty() ? 0 : 1;
        } else if (verdict != LivenessVerdict.LIVES) {
          add(targets, page, from);
        }
        if (web.complete && web.listed.get(page) && from.isEmpty() && !web.sitemaps.get(page)) {
          orphans.add(web.url.apply(page));
        }
      }
      targets.sort(
          Comparator.comparingDouble(Target::importance).reversed().thenComparing(Target::url));
      return new DeadLinks(targets, orphans, web.complete, unlinked, notAsked);
    }

    private void add(List<Target> targets, int page, List<From> from) {
      if (from.isEmpty()) {
        unlinked++;
        return;
      }
      List<String> chain = new ArrayList<>();
      LivenessVerdict end = follow(page, chain);
      Kind kind = end.alive() ? Kind.REDIRECTED : end.closed() ? Kind.CLOSED : Kind.DEAD;
      double sum = from.stream().mapToDouble(From::importance).sum();
      targets.add(new Target(web.url.apply(page), kind, end, web.status[page], chain, sum, from));
    }

    /// The verdict where the redirects of a page end.
    private LivenessVerdict follow(int page, List<String> chain) {
      BitSet passed = new BitSet();
      int at = page;
      LivenessVerdict verdict = verdict(at);
      while (web.leads[at] >= 0 && !passed.get(at) && chain.size() < MOST_HOPS) {
        passed.set(at);
        at = web.leads[at];
        chain.add(web.url.apply(at));
        verdict = verdict(at);
      }
      if (passed.get(at)) {
        return LivenessVerdict.REDIRECTED; // in circles
      }
      if (!web.place.apply(at).isEmpty()) {
        chain.add(web.place.apply(at));
      }
      return verdict;
    }

    private LivenessVerdict verdict(int page) {
      LivenessVerdict verdict = web.verdict[page];
      return verdict == null ? LivenessVerdict.MOVED : verdict; // not asked, nothing against it
    }

    /// The pages that are there and point to it, the most important first.
    private List<From> from(int page) {
      List<From> from = new ArrayList<>();
      for (int k = (int) back.rowStart(page); k < (int) back.rowStart(page + 1); k++) {
        int source = back.targets()[k];
        LivenessVerdict its = web.verdict[source];
        boolean there = its == null || its.fate() != LivenessVerdict.Fate.DEAD;
        if (source != page && there && web.leads[source] < 0 && !web.sitemaps.get(source)) {
          from.add(new From(web.url.apply(source), web.importance[source]));
        }
      }
      from.sort(Comparator.comparingDouble(From::importance).reversed().thenComparing(From::url));
      return from;
    }
  }

  /// The verdict of a page that a crawl has asked for.
  static LivenessVerdict ofCrawl(int status) {
    return switch (status) {
      case Statuses.SOFT_NOT_FOUND -> LivenessVerdict.SOFT_NOT_FOUND;
      case Statuses.FORBIDDEN_BY_ROBOTS -> LivenessVerdict.FORBIDDEN;
      case Statuses.CHALLENGE -> LivenessVerdict.CHALLENGE;
      case Statuses.PRIVATE_ADDRESS -> LivenessVerdict.PRIVATE;
      case -1 -> LivenessVerdict.HOST_NOT_FOUND;
      default -> LivenessVerdict.of(status);
    };
  }
}
