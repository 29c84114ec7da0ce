import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import nephila.ledger.ExactLedger;

/// A scoring filter in the manner of Nutch (inject, generate, distribute to outlinks, update), on
/// the engine's ledger. What Nutch's scoring-opic lacks is here: a page pays what it is worth once,
/// however often it is fetched; redirects pass on what they get; scores neither overflow nor depend
/// on the number of rounds.
public class NutchStyleScoring {
  private final Map<String, Integer> numbers = new LinkedHashMap<>();
  private final ExactLedger ledger = new ExactLedger();

  /// inject: a URL becomes known.
  void injected(String url) {
    ledger.discovered(number(url));
  }

  private int number(String url) {
    return numbers.computeIfAbsent(url, k -> numbers.size());
  }

  /// generate: URLs sorted by this are fetched from the top.
  double generatorSortValue(String url) {
    return ledger.importance(number(url));
  }

  /// parse: the page's links as they are now; a page fetched again takes back what it paid before.
  void distributeScoreToOutlinks(String url, List<String> outlinks) {
    ledger.read(number(url), outlinks.stream().mapToInt(this::number).distinct().toArray());
  }

  /// fetch: a redirect is a page with one link.
  void redirected(String from, String to) {
    distributeScoreToOutlinks(from, List.of(to));
  }

  /// index: the score of a page, its share of all importance.
  double indexerScore(String url) {
    ledger.settle(1e-9);
    return ledger.importance(number(url));
  }

  public static void main(String[] args) {
    NutchStyleScoring scoring = new NutchStyleScoring();
    scoring.injected("http://a.org/");
    for (int round = 0; round < 50; round++) { // a site fetched again and again
      scoring.distributeScoreToOutlinks(
          "http://a.org/", List.of("http://a.org/about", "http://b.org/"));
      scoring.distributeScoreToOutlinks("http://a.org/about", List.of("http://a.org/"));
      scoring.redirected("http://b.org/", "https://b.org/");
    }
    double sum = 0;
    for (String url : List.copyOf(scoring.numbers.keySet())) {
      double score = scoring.indexerScore(url);
      sum += score;
      System.out.printf("%.4f  %s%n", score, url);
    }
    System.out.printf("after 50 rounds all scores sum to %.4f%n", sum);
  }
}
