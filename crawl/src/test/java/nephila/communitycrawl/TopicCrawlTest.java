package nephila.communitycrawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import nephila.UserError;
import nephila.communitycrawl.CommunityPages.Role;
import nephila.config.CrawlConfig;
import nephila.crawl.Crawl;
import nephila.crawl.CrawlListener;
import nephila.url.Scope;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Three hosts with 60 pages each. A third of the pages of every host is about the cat, the rest
/// about the car; both kinds say "jaguar". Two links of three go to pages of the own kind, on any
/// host.
class TopicCrawlTest {
  private static final int HOSTS = 3;
  private static final int PAGES = 60;
  private static final String[] CAT =
      "cat paw jungle prey claw whisker hunts spotted river night deer roar".split(" ");
  private static final String[] CAR =
      "engine wheel gear coupe motor drives leather brake dealer diesel roof torque".split(" ");
  private static final String[] COMMON =
      "the jaguar is fast and large this page says more about it than others do".split(" ");

  @TempDir Path dir;
  private final List<HttpServer> servers = new ArrayList<>();
  private final List<String> told = new ArrayList<>();

  @BeforeEach
  void serve() throws IOException {
    for (int host = 0; host < HOSTS; host++) {
      HttpServer server = HttpServer.create(new InetSocketAddress("127.0.7." + (host + 1), 0), 0);
      int number = host;
      server.createContext(
          "/",
          exchange -> {
            String path = exchange.getRequestURI().getPath();
            byte[] body = body(number, path);
            int status = body.length == 0 ? 404 : 200;
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            exchange.sendResponseHeaders(status, status == 404 ? -1 : body.length);
            if (status == 200) {
              exchange.getResponseBody().write(body);
            }
            exchange.close();
          });
      server.start();
      servers.add(server);
    }
  }

  @AfterEach
  void stop() {
    servers.forEach(server -> server.stop(0));
  }

  private static boolean isCat(int page) {
    return page % 3 == 0;
  }

  private String url(int host, int page) {
    return "http://127.0.7."
        + (host + 1)
        + ":"
        + servers.get(host).getAddress().getPort()
        + "/p"
        + (page < PAGES ? host * 100 + page : page);
  }

  private byte[] body(int host, String path) {
    if (!path.startsWith("/p") || path.length() > 5) {
      return new byte[0];
    }
    int page = Integer.parseInt(path.substring(2)) - host * 100;
    if (page >= PAGES) {
      return new byte[0];
    }
    Random random = new Random(host * 1000L + page);
    StringBuilder text = new StringBuilder("<title>jaguar</title>");
    for (int link = 0; link < 9; link++) {
      boolean cat = link < 6 == isCat(page);
      int to = random.nextInt(PAGES / 3) * 3 + (cat ? 0 : 1 + random.nextInt(2));
      text.append(words(random, cat != isCat(page) ? COMMON : cat ? CAT : CAR, 6));
      text.append("<a href='").append(url(random.nextInt(HOSTS), to)).append("'>jaguar</a> ");
      text.append(words(random, COMMON, 6));
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String words(Random random, String[] from, int count) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < count; i++) {
      words.append(from[random.nextInt(from.length)]).append(' ');
    }
    return words.toString();
  }

  private CommunityPages find(Topic topic) throws IOException {
    CrawlConfig plan =
        CrawlConfig.of(topic.named().getFirst())
            .with("seeds", topic.named())
            .with("allow-network", List.of("127.0.0.0/8"))
            .with("scope", Scope.Kind.PAGE)
            .with("delay", Duration.ZERO);
    try (Crawl crawl = Crawl.open(dir, plan);
        LiveWeb web = new LiveWeb(crawl, CrawlListener.SILENT, Duration.ofSeconds(5))) {
      TopicCrawl search = new TopicCrawl(dir, topic, plan, web, told::add, now -> {});
      search.leaveOut(Optional.empty());
      search.run();
      return search.judge();
    }
  }

  private Topic cats(int maxPages, String... more) {
    List<String> examples = new ArrayList<>(List.of(url(0, 0), url(1, 3), url(2, 6)));
    examples.addAll(List.of(more));
    return new Topic("cats", examples, List.of(url(0, 1)), List.of(), 0.5, 0, maxPages);
  }

  @Test
  void aTopicIsFoundAcrossHostsThoughItsWordIsUsedOfAnotherThing() throws IOException {
    CommunityPages found = find(cats(90));
    int cats = 0;
    for (int host = 0; host < HOSTS; host++) {
      for (int page = 0; page < PAGES; page++) {
        String url = url(host, page);
        cats += found.isMember(url) && isCat(page) ? 1 : 0;
        assertTrue(!found.isMember(url) || isCat(page), () -> url + " is about cars");
      }
    }
    assertTrue(cats >= 45, cats + " of 60 cats in half of the pages");
    String note = found.of(url(0, 0)).orElseThrow().note();
    assertTrue(note.contains("named by you"), note);
    assertEquals(Role.REJECTED, found.of(url(0, 1)).orElseThrow().role());
  }

  @Test
  void whatWasReadIsLearnedAgainFromTheArchive() throws IOException {
    CommunityPages first = find(cats(70));
    CommunityPages again = find(cats(70));
    assertEquals(first.members(), again.members());
    assertEquals(first.count(Role.REJECTED), again.count(Role.REJECTED));
    CommunityPages more = find(cats(100));
    assertTrue(more.members().containsAll(List.of(url(0, 0), url(1, 3))));
    assertTrue(more.members().size() >= first.members().size(), "it goes on");
  }

  @Test
  void deadAndStrangeExamplesAreTold() throws IOException {
    find(cats(30, url(0, 999), url(1, 4)));
    String all = String.join("\n", told);
    assertTrue(all.contains("/p999: HTTP 404; it teaches nothing"), all);
    assertTrue(all.contains("/p104 has little in common with the others"), all);
    Topic none = new Topic("x", List.of(url(0, 999)), List.of(), List.of(), 0.5, 0, 10);
    UserError error = assertThrows(UserError.class, () -> find(none));
    assertTrue(error.getMessage().contains("no example of topic 'x'"), error.getMessage());
  }

  @Test
  void theTopicAndThePagesAreKept() throws IOException {
    Topic topic =
        new Topic("a b", List.of("http://a/"), List.of("http://b/"), List.of("w"), 0.4, 0.1, 7);
    topic.keep(dir);
    assertEquals(topic, Topic.in(dir).orElseThrow());
    CommunityPages pages = new CommunityPages();
    pages.put("http://a/", new CommunityPages.Page(Role.MEMBER, 0.75, "a\tnote"));
    pages.put("http://b/", CommunityPages.Page.of(Role.WAY_IN));
    pages.write(dir);
    CommunityPages read = CommunityPages.in(dir).orElseThrow();
    assertEquals("a note", read.of("http://a/").orElseThrow().note());
    assertEquals(List.of("http://a/"), List.copyOf(read.members()));
    assertEquals(1, read.count(Role.WAY_IN));
  }
}
