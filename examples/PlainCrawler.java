import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import nephila.ledger.ExactLedger;

/// A crawler of one site in a page of Java: the JDK's HTTP client, and Nephila's ledger to say which
/// page next. A real one asks robots.txt first; `nephila crawl` does.
///
///     java -cp nephila-engine.jar PlainCrawler.java http://localhost:8080/ 50
public class PlainCrawler {
  private static final Pattern HREF = Pattern.compile("<a\\s[^>]*href=[\"']?([^\"'\\s>#]+)");
  private static final HttpClient HTTP =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  public static void main(String[] args) throws Exception {
    URI seed = URI.create(args[0]);
    int budget = Integer.parseInt(args[1]);
    Map<URI, Integer> numbers = new LinkedHashMap<>();
    List<URI> pages = new ArrayList<>();
    Set<Integer> unread = new LinkedHashSet<>();
    ExactLedger ledger = new ExactLedger();
    know(seed, numbers, pages, unread, ledger);
    int read = 0;
    while (read < budget && !unread.isEmpty()) {
      int best =
          unread.stream().max((a, b) -> Long.compare(ledger.worth(a), ledger.worth(b))).get();
      unread.remove(best);
      List<Integer> links = new ArrayList<>();
      for (URI target : links(pages.get(best))) {
        if (seed.getAuthority().equals(target.getAuthority())) {
          links.add(know(target, numbers, pages, unread, ledger));
        }
      }
      ledger.read(best, links.stream().mapToInt(Integer::intValue).distinct().toArray());
      ledger.push(10_000);
      read++;
    }
    ledger.settle(1e-9);
    System.out.printf("%d pages read of %d known%n", read, pages.size());
    for (int page : ledger.snapshot().top(5)) {
      System.out.printf("%.4f  %s%n", ledger.importance(page), pages.get(page));
    }
  }

  private static int know(
      URI url,
      Map<URI, Integer> numbers,
      List<URI> pages,
      Set<Integer> unread,
      ExactLedger ledger) {
    Integer known = numbers.get(url);
    if (known != null) {
      return known;
    }
    int number = pages.size();
    numbers.put(url, number);
    pages.add(url);
    unread.add(number);
    ledger.discovered(number);
    return number;
  }

  private static List<URI> links(URI page) throws InterruptedException {
    List<URI> links = new ArrayList<>();
    try {
      HttpResponse<String> answer =
          HTTP.send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString());
      Matcher found = HREF.matcher(answer.statusCode() == 200 ? answer.body() : "");
      while (found.find()) {
        links.add(page.resolve(found.group(1).replace("&amp;", "&")));
      }
    } catch (IOException | IllegalArgumentException e) {
      System.err.println(page + ": " + e);
    }
    return links;
  }
}
