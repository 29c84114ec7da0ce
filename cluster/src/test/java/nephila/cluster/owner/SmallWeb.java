package nephila.cluster.owner;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import nephila.fetch.Exchange;
import nephila.fetch.FetchRequest;
import nephila.fetch.Fetcher;
import nephila.fetch.Truncation;

/// A web of few pages with something for every option of a crawl: hosts of three sites, links
/// within sites and between them, dynamic pages, texts of links, copies, pages that robots.txt
/// forbids, dead ones, pages that change, and what they are shown with. Answers as HTTP would.
/// Thread-safe.
final class SmallWeb implements Fetcher {
  static final int PAGES = 72;

  private static final String[] HOSTS = {
    "http://www.a.test", "http://b.test", "http://c.test", "http://docs.a.test"
  };

  private final Clock clock;
  private final List<List<Integer>> links = new ArrayList<>();
  private final Map<String, Integer> asked = new ConcurrentHashMap<>();
  private final Map<String, Integer> requisites = new ConcurrentHashMap<>();
  private final List<String> order = Collections.synchronizedList(new ArrayList<>());

  SmallWeb(Clock clock) {
    this.clock = clock;
    Random random = new Random(5);
    for (int page = 0; page < PAGES; page++) {
      Set<Integer> to = new LinkedHashSet<>();
      to.add((page + 1) % PAGES);
      for (int more = random.nextInt(6); more > 0; more--) {
        to.add((int) (PAGES * Math.pow(random.nextDouble(), 2.5)));
      }
      links.add(List.copyOf(to));
    }
  }

  static String url(int page) {
    String query = page % 6 == 1 ? "?id=" + page : "";
    String folder = page % 9 == 4 ? "/private" : page % 5 == 2 ? "/news" : "";
    return HOSTS[page % HOSTS.length] + folder + "/p" + page + query;
  }

  /// The pages asked for, in order, the first time each.
  List<String> firstReads() {
    synchronized (order) {
      return List.copyOf(new LinkedHashSet<>(order));
    }
  }

  /// The pages at most so many links from the first.
  Set<String> within(int depth) {
    Set<Integer> near = new LinkedHashSet<>(List.of(0));
    for (int i = 0; i < depth; i++) {
      List.copyOf(near).forEach(page -> near.addAll(links.get(page)));
    }
    Set<String> urls = new LinkedHashSet<>();
    near.forEach(page -> urls.add(url(page)));
    return urls;
  }

  /// What was asked for that pages are shown with, and how often.
  Map<String, Integer> requisites() {
    return new TreeMap<>(requisites);
  }

  /// How many requests for pages there were.
  int requests() {
    return order.size();
  }

  @Override
  public Exchange fetch(FetchRequest request) {
    String url = request.url();
    int status = 404;
    String body = "";
    String type = "text/html";
    if (url.endsWith("/robots.txt")) {
      status = 200;
      type = "text/plain";
      body = "User-agent: *\nDisallow: /private/\n";
    } else if (url.contains("/shown/")) {
      requisites.merge(url, 1, Integer::sum);
      status = url.contains("lost") ? 404 : 200;
      boolean style = url.endsWith(".css");
      type = style ? "text/css" : "image/png";
      body = url.endsWith("/s.css") ? "@import 't.css'; p{background:url(b.png)}" : url;
    } else {
      for (int page = 0; page < PAGES; page++) {
        if (url(page).equals(url)) {
          order.add(url);
          int times = asked.merge(url, 1, Integer::sum);
          status = page % 17 == 11 ? 404 : 200;
          body = status == 200 ? html(page, page % 3 == 0 ? times : 1) : "";
        }
      }
    }
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    String head =
        "HTTP/1.1 "
            + status
            + " X\r\nContent-Type: "
            + type
            + "\r\nContent-Length: "
            + content.length
            + "\r\n\r\n";
    byte[] answer = (head + body).getBytes(StandardCharsets.UTF_8);
    byte[] sent = ("GET " + url + " HTTP/1.1\r\n\r\n").getBytes(StandardCharsets.UTF_8);
    return Exchange.of(
        request,
        sent,
        answer,
        new Exchange.Circumstances(
            InetAddress.getLoopbackAddress(), clock.instant(), 1, 1, Truncation.NONE, null));
  }

  /// Pages 20, 28, 36 of one host say the same.
  private String html(int page, int edition) {
    int text = page % 8 == 4 && page >= 20 && page <= 36 ? 20 : page;
    StringBuilder html =
        new StringBuilder("<title>t</title><link rel=stylesheet href=/shown/s.css>");
    html.append("<img src=/shown/").append(page % 5).append(".png><img src=/shown/lost.png>");
    html.append("<img src=/private/shown/x.png><p>");
    Random words = new Random(text * 31L + (text == page ? edition : 1));
    for (int i = 0; i < 90; i++) {
      html.append(Integer.toString(words.nextInt(100_000), 36)).append(' ');
    }
    for (int to : links.get(page)) {
      html.append("<a href=\"").append(url(to)).append("\">");
      html.append(to % 4 == 3 ? "climate" : "more").append("</a> ");
    }
    return html.toString();
  }

  @Override
  public void close() {}
}
