import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import nephila.ledger.ExactLedger;
import nephila.ledger.ImportanceSnapshot;

/// Crawls a toy web and prints its pages by importance, with the certified error.
public class RankToyCrawl {
  static final Map<String, List<String>> WEB =
      Map.of(
          "/", List.of("/news", "/about"),
          "/news", List.of("/", "/news/1", "/news/2"),
          "/news/1", List.of("/news", "/about"),
          "/news/2", List.of("/news"),
          "/about", List.of("/"));

  public static void main(String[] args) {
    Map<String, Integer> numbers = new LinkedHashMap<>();
    ArrayDeque<String> frontier = new ArrayDeque<>(List.of("/"));
    ExactLedger ledger = new ExactLedger();
    numbers.put("/", 0);
    while (!frontier.isEmpty()) {
      String url = frontier.poll();
      List<String> links = WEB.get(url);
      links.stream().filter(link -> !numbers.containsKey(link)).distinct().forEach(frontier::add);
      links.forEach(link -> numbers.putIfAbsent(link, numbers.size()));
      ledger.read(numbers.get(url), links.stream().mapToInt(numbers::get).toArray());
    }
    ledger.settle(1e-9);
    ImportanceSnapshot now = ledger.snapshot();
    List<String> urls = List.copyOf(numbers.keySet());
    for (int page : now.top(5)) {
      System.out.printf("%.4f  %s%n", now.importance(page), urls.get(page));
    }
    System.out.println("error below 1e-9: " + (now.errorBound() < 1e-9));
  }
}
