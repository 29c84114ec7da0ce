package nephila.cluster.owner;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import nephila.cluster.wire.FetchOrder;
import nephila.cluster.wire.OrderResult;
import nephila.cluster.wire.PageKey;
import nephila.graph.CsrGraph;
import nephila.politeness.RobotsAnswer;
import nephila.store.record.ReadFacts;
import nephila.url.CanonicalUrl;

/// A random web that answers orders without a network.
final class FakeWeb {
  final List<CanonicalUrl> pages = new ArrayList<>();
  final List<List<CanonicalUrl>> links = new ArrayList<>();
  private final Random random;

  /// What every host says in its robots.txt, empty for none.
  String robots = "";

  /// How often every page fails before it is read.
  int failures;

  private final java.util.Map<PageKey, Integer> failed = new java.util.HashMap<>();

  FakeWeb(Random random, int hosts, int size) {
    this.random = random;
    for (int i = 0; i < size; i++) {
      pages.add(CanonicalUrl.ofCanonical("http://s" + i % hosts + ".test/p" + i));
    }
    for (int i = 0; i < size; i++) {
      links.add(randomLinks(i));
    }
  }

  private List<CanonicalUrl> randomLinks(int page) {
    List<CanonicalUrl> targets = new ArrayList<>();
    targets.add(pages.get((page + 1) % pages.size())); // all can be reached
    for (int i = random.nextInt(8); i > 0; i--) {
      CanonicalUrl target = pages.get((int) (pages.size() * Math.pow(random.nextDouble(), 3)));
      if (!targets.contains(target)) {
        targets.add(target);
      }
    }
    return page % 10 == 7 && page + 1 < pages.size() && random.nextBoolean()
        ? List.of(pages.get((page + 1) % pages.size()), pages.get(page)) // points to itself
        : targets;
  }

  /// Some pages change.
  void change(int count) {
    for (int i = 0; i < count; i++) {
      int page = random.nextInt(pages.size());
      links.set(page, randomLinks(page));
    }
  }

  OrderResult answer(FetchOrder order) {
    List<OrderResult.Visit> visits = new ArrayList<>();
    for (FetchOrder.Page page : order.pages()) {
      OrderResult.Visit visit = read(page.key(), CanonicalUrl.ofCanonical(page.url()), 1);
      boolean fails = failed.merge(page.key(), 1, Integer::sum) <= failures;
      visits.add(
          fails
              ? new OrderResult.Visit(
                  page.key(), OrderResult.Outcome.AGAIN, visit.facts(), 0, List.of())
              : visit);
    }
    return result(order, visits, rules());
  }

  /// The result of an order for pages.
  static OrderResult result(FetchOrder order, List<OrderResult.Visit> visits) {
    return result(order, visits, new RobotsAnswer.Unreachable());
  }

  private static OrderResult result(
      FetchOrder order, List<OrderResult.Visit> visits, RobotsAnswer rules) {
    boolean robots = order.kind() == FetchOrder.Kind.ROBOTS;
    return new OrderResult(
        order.kind(),
        order.origin(),
        order.number(),
        order.issuedMillis(),
        order.pace(),
        order.allowance(),
        false,
        200,
        robots ? rules : null,
        null,
        visits);
  }

  private RobotsAnswer rules() {
    byte[] text = robots.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    return new RobotsAnswer.Answered(robots.isEmpty() ? 404 : 200, text);
  }

  OrderResult.Visit read(PageKey key, CanonicalUrl url, int edition) {
    int index = pages.indexOf(url);
    ReadFacts facts =
        new ReadFacts(
            1000L * edition,
            200,
            "text/html",
            100,
            "0" + edition,
            0,
            "",
            "",
            ReadFacts.Reason.DISCOVERY,
            0,
            0,
            1000);
    return new OrderResult.Visit(key, OrderResult.Outcome.READ, facts, 100, links.get(index));
  }

  CsrGraph graph() {
    List<int[]> arcs = new ArrayList<>();
    for (int i = 0; i < pages.size(); i++) {
      for (CanonicalUrl target : links.get(i)) {
        arcs.add(new int[] {i, pages.indexOf(target)});
      }
    }
    int[] from = arcs.stream().mapToInt(arc -> arc[0]).toArray();
    int[] to = arcs.stream().mapToInt(arc -> arc[1]).toArray();
    return CsrGraph.of(pages.size(), from, to);
  }
}
