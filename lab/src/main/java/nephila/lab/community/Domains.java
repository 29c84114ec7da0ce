package nephila.lab.community;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import nephila.community.LocalDomain;
import nephila.graph.LinkGraph;
import org.jspecify.annotations.Nullable;

/// Cuts local domains out of a web: sites by host, parts of a site by directory, topics by the
/// links around a page or by several hosts together.
final class Domains {
  private final Web web;

  Domains(Web web) {
    this.web = web;
  }

  /// The hosts with `least` to `most` pages, in the order of their first page.
  List<Domain> hosts(int least, int most) {
    return groups(0, least, most);
  }

  /// The directories `depth` levels below the host with `least` to `most` pages.
  List<Domain> directories(int depth, int least, int most) {
    return groups(depth, least, most);
  }

  private List<Domain> groups(int depth, int least, int most) {
    Map<String, List<Integer>> members = new LinkedHashMap<>();
    for (int page = 0; page < web.addresses().length; page++) {
      String prefix = prefix(web.addresses()[page], depth);
      if (!prefix.isEmpty()) {
        members.computeIfAbsent(prefix, p -> new ArrayList<>()).add(page);
      }
    }
    List<Domain> domains = new ArrayList<>();
    members.forEach(
        (prefix, pages) -> {
          if (pages.size() >= least && pages.size() <= most) {
            domains.add(domain(prefix, Domain.Kind.SITE, pages.stream().mapToInt(p -> p)));
          }
        });
    return domains;
  }

  /// `host` for depth 0, `host/a/` for depth 1, …; empty where the address has fewer levels.
  static String prefix(@Nullable String address, int depth) {
    if (address == null) {
      return "";
    }
    int scheme = address.indexOf("://");
    int start = scheme < 0 ? 0 : scheme + 3;
    int end = address.indexOf('/', start);
    if (depth == 0) {
      return end < 0 ? address.substring(start) : address.substring(start, end);
    }
    for (int i = 0; i < depth && end >= 0; i++) {
      end = address.indexOf('/', end + 1);
    }
    return end < 0 ? "" : address.substring(start, end + 1);
  }

  /// A topic as the paper cuts its political ones: listed pages and all pages within `radius` links
  /// of one of them, at most `most`. The list is drawn among the pages with at least ten links: one
  /// page, and others that it links to, as a directory lists what belongs together.
  Domain around(Random random, int listed, int radius, int most) {
    int seed;
    do {
      seed = random.nextInt(web.graph().pages());
    } while (web.graph().outDegree(seed) < 10);
    Set<Integer> ball = new LinkedHashSet<>(List.of(seed));
    LinkGraph.LinkCursor its = web.graph().successors(seed);
    for (int to = its.next(); to != LinkGraph.NO_PAGE && ball.size() < listed; to = its.next()) {
      ball.add(to);
    }
    List<Integer> layer = List.copyOf(ball);
    for (int step = 0; step < radius && ball.size() < most; step++) {
      List<Integer> next = new ArrayList<>();
      for (int page : layer) {
        LinkGraph.LinkCursor cursor = web.graph().successors(page);
        for (int to = cursor.next(); to != LinkGraph.NO_PAGE; to = cursor.next()) {
          if (ball.size() < most && ball.add(to)) {
            next.add(to);
          }
        }
      }
      layer = next;
    }
    return domain(
        "within %d links of %d pages with %d".formatted(radius, listed, seed),
        Domain.Kind.TOPIC,
        ball.stream().mapToInt(p -> p));
  }

  /// A topic of several sites: `sites` of the given ones, drawn at random.
  Domain several(Random random, List<Domain> sites, int count) {
    IntStream pages = IntStream.empty();
    List<Domain> left = new ArrayList<>(sites);
    for (int i = 0; i < count && !left.isEmpty(); i++) {
      Domain site = left.remove(random.nextInt(left.size()));
      pages = IntStream.concat(pages, IntStream.of(site.pages().pages()));
    }
    return domain(count + " sites", Domain.Kind.TOPIC, pages);
  }

  private Domain domain(String name, Domain.Kind kind, IntStream pages) {
    return new Domain(web.name() + " " + name, kind, web, LocalDomain.of(pages.toArray()));
  }
}
