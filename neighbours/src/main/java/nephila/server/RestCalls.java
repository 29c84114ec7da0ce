package nephila.server;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import nephila.config.CrawlConfig;
import nephila.config.SelectionOrder;
import nephila.frontier.HostQueue;
import nephila.ledger.LedgerChoice;
import nephila.view.OpicPage;
import nephila.view.OpicTotals;
import org.jspecify.annotations.Nullable;

/// What [RestFrontier] answers.
final class RestCalls {
  private static final long LEASE_SECONDS = 30;
  private static final long LISTED = 100;

  private final Frontiers crawls;

  RestCalls(Frontiers crawls) {
    this.crawls = crawls;
  }

  /// A request that cannot be answered.
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final int status;

    Refused(int status, String message) {
      super(message);
      this.status = status;
    }

    int status() {
      return status;
    }
  }

  /// Puts what the lines say; a line each of what became of it.
  List<Map<String, Object>> put(String crawl, List<Map<String, Object>> items) {
    List<List<PutUrl>> puts = items.stream().map(RestItems::puts).toList();
    return crawls
        .crawl(crawl)
        .ask(
            books -> {
              List<Map<String, Object>> lines = new ArrayList<>();
              for (List<PutUrl> item : puts) {
                PutUrl.Outcome outcome = PutUrl.Outcome.OK;
                for (PutUrl put : item) {
                  outcome = books.put(put);
                }
                lines.add(line("url", item.getLast().entry().url(), "status", outcome.name()));
              }
              return lines;
            });
  }

  List<Map<String, Object>> call(String method, List<String> parts, RestQuery query) {
    boolean odd = parts.stream().anyMatch(part -> part.isEmpty() || part.matches("[.]{1,2}"));
    if (parts.size() > 3 || odd) {
      throw noCall(method, parts);
    }
    String what = parts.size() == 3 ? parts.get(2) : "";
    String name = parts.size() > 1 ? parts.get(1) : "";
    return switch (method + " " + parts.getFirst() + (parts.size() > 1 ? "/C" : "") + "/" + what) {
      case "GET crawls/" -> crawls.names().stream().map(each -> line("crawl", each)).toList();
      case "POST crawls/C/" -> List.of(begin(name, query, ""));
      case "GET crawls/C/" -> List.of(settings(name, crawl(name)));
      case "DELETE crawls/C/" -> List.of(line("deleted", crawls.delete(name)));
      case "GET active/" -> List.of(line("active", crawls.active()));
      case "POST active/" -> {
        crawls.active(query.yes("state"));
        yield List.of(line("active", crawls.active()));
      }
      case "POST crawls/C/next" -> next(name, query);
      case "GET crawls/C/urls" ->
          crawl(name)
              .ask(
                  books ->
                      books.list(
                          query.text("key"),
                          query.filter(),
                          query.number("start", 0),
                          query.number("size", LISTED)))
              .stream()
              .map(RestCalls::shown)
              .toList();
      case "GET crawls/C/url" -> List.of(url(name, query.text("url")));
      case "GET crawls/C/count" ->
          List.of(
              line(
                  "count",
                  crawl(name).ask(books -> books.count(query.text("key"), query.filter()))));
      case "GET crawls/C/stats" -> List.of(stats(name, query.text("key")));
      case "GET crawls/C/queues" -> queues(name, query);
      case "DELETE crawls/C/queues" ->
          List.of(line("deleted", crawl(name).ask(books -> books.delete(query.text("key")))));
      case "POST crawls/C/delay" -> delay(name, query);
      case "POST crawls/C/block" ->
          set(name, query, queue -> queue.blockedUntil = query.number("until", 0));
      case "POST crawls/C/limit" ->
          set(
              name,
              query,
              queue -> {
                long urls = query.number("urls", 0);
                queue.limit = urls == 0 ? ClientQueue.USUAL : urls;
              });
      default -> throw noCall(method, parts);
    };
  }

  /// Begins the crawl with what is asked for, or finds that it was begun with that. Where an
  /// importance is named, what is not named is as usual, else as the server has it.
  ///
  /// @param preference a file; empty for none
  Map<String, Object> begin(String name, RestQuery query, String preference) {
    boolean named = !query.text("importance").isEmpty();
    CrawlConfig config = named ? CrawlConfig.usual() : crawls.usual();
    Set<String> settings = Frontiers.choices(config.ledger(), config.select()).keySet();
    for (String given : query.names()) {
      if (given.equals("preference")) {
        throw new Refused(400, "preference: send the lines of the file as the body");
      }
      if (!settings.contains(given)) {
        String known = String.join(", ", settings);
        throw new Refused(400, given + ": a crawl has no such setting; it has " + known);
      }
    }
    for (String setting : settings) {
      String value = setting.equals("preference") ? "" : query.text(setting);
      config = value.isEmpty() ? config : config.with(setting, value);
    }
    config = preference.isEmpty() ? config : config.with("preference", preference);
    return settings(name, crawls.begin(name, config));
  }

  private static Map<String, Object> settings(String name, FrontierCrawl crawl) {
    return crawl.ask(books -> settings(name, books));
  }

  private static Map<String, Object> settings(String name, ClientFrontier books) {
    LedgerChoice choice = books.choice();
    Map<String, Object> line =
        line("crawl", Frontiers.normal(name), "importance", choice.importance().text());
    if (choice.importance().isOpic()) {
      line.put("window", choice.windowText());
    }
    line.put("links", Frontiers.text(choice));
    Map<String, Object> usual =
        Frontiers.choices(CrawlConfig.usual().ledger(), SelectionOrder.EXACT);
    Frontiers.choices(choice, books.order())
        .forEach(
            (setting, value) -> {
              if (!value.equals(usual.get(setting)) || setting.equals("select")) {
                line.putIfAbsent(setting, value);
              }
            });
    put(line, books.opic());
    return line;
  }

  /// G and 1/G where importance is OPIC's.
  private static void put(Map<String, Object> line, @Nullable OpicTotals opic) {
    if (opic != null) {
      line.put("turnover", opic.turnover());
      if (opic.errorFactor() != null) {
        line.put("errorFactor", opic.errorFactor());
      }
      if (opic.errorBound() != null) {
        line.put("errorBound", opic.errorBound());
      }
    }
  }

  private static Refused noCall(String method, List<String> parts) {
    return new Refused(404, method + " " + String.join("/", parts) + " is no call");
  }

  private FrontierCrawl crawl(String name) {
    FrontierCrawl crawl = crawls.known(name);
    if (crawl == null) {
      throw new Refused(404, "no crawl " + name + "; put a URL to begin it");
    }
    return crawl;
  }

  private List<Map<String, Object>> next(String name, RestQuery query) {
    FrontierCrawl crawl = crawls.known(name);
    if (crawl == null || !crawls.active()) {
      return List.of();
    }
    int urls = (int) Math.min(Integer.MAX_VALUE, query.number("urls", 1));
    int queues = (int) Math.min(Integer.MAX_VALUE, query.number("queues", Integer.MAX_VALUE));
    long lease = query.seconds("lease", LEASE_SECONDS);
    return crawl.ask(books -> books.take(query.text("key"), urls, queues, lease)).stream()
        .map(RestCalls::shown)
        .toList();
  }

  private static Map<String, Object> shown(UrlItem entry) {
    Map<String, Object> line = line("url", entry.url(), "key", entry.key());
    Map<String, List<String>> metadata = new LinkedHashMap<>(entry.metadata());
    List<String> importance = metadata.remove(UrlItem.IMPORTANCE);
    if (importance != null) {
      line.put("importance", Double.parseDouble(importance.getFirst()));
    }
    line.put("metadata", metadata);
    return line;
  }

  private static Map<String, Object> shown(PutUrl put) {
    Map<String, Object> line = shown(put.entry());
    line.put("known", put.known());
    if (put.known()) {
      line.put("refetchableFrom", put.refetchableFrom());
    }
    return line;
  }

  private Map<String, Object> url(String name, String url) {
    return crawl(name)
        .ask(books -> Optional.ofNullable(shown(books.status(url), books.opic(url))))
        .orElseThrow(() -> new Refused(404, url + " is not in the frontier"));
  }

  private static @Nullable Map<String, Object> shown(
      @Nullable PutUrl status, @Nullable OpicPage opic) {
    if (status == null) {
      return null;
    }
    Map<String, Object> line = shown(status);
    if (opic != null) {
      line.put("algorithm", opic.totals().algorithm());
      line.put("cash", opic.cash());
      line.put("history", opic.history());
      line.put("estimate", opic.estimate());
      line.put("share", opic.share());
    }
    return line;
  }

  private Map<String, Object> stats(String name, String key) {
    return crawl(name)
        .ask(
            books -> {
              HostQueue<ClientQueue> one = books.known(key);
              List<HostQueue<ClientQueue>> queues =
                  key.isEmpty() ? books.queues() : one == null ? List.of() : List.of(one);
              Map<String, Object> line =
                  line(
                      "size", queues.stream().mapToLong(queue -> queue.host().active()).sum(),
                      "inProcess", queues.stream().mapToLong(HostQueue::inFlight).sum(),
                      "completed", queues.stream().mapToLong(queue -> queue.host().completed).sum(),
                      "queues", queues.size(),
                      "activeQueues",
                          queues.stream().filter(queue -> queue.host().active() > 0).count());
              if (key.isEmpty() && books.opic() instanceof OpicTotals opic) {
                line.put("algorithm", opic.algorithm());
                line.put("window", opic.window());
                put(line, opic);
              }
              return line;
            });
  }

  private List<Map<String, Object>> queues(String name, RestQuery query) {
    return crawl(name)
        .ask(
            books ->
                books.queues().stream()
                    .filter(queue -> query.yes("inactive") || books.isActive(queue))
                    .skip(query.number("start", 0))
                    .limit(query.number("size", LISTED))
                    .map(
                        queue ->
                            line(
                                "key",
                                queue.host().key,
                                "active",
                                queue.host().active(),
                                "inProcess",
                                queue.inFlight(),
                                "completed",
                                queue.host().completed))
                    .toList());
  }

  private List<Map<String, Object>> delay(String name, RestQuery query) {
    long seconds = query.seconds("seconds", 1);
    if (!query.text("key").isEmpty()) {
      return set(name, query, queue -> queue.delaySeconds = seconds);
    }
    crawls
        .crawl(name)
        .ask(
            books -> {
              books.usualDelay(seconds);
              return true;
            });
    return List.of(line("done", true));
  }

  private List<Map<String, Object>> set(
      String name, RestQuery query, Consumer<ClientQueue> change) {
    if (query.text("key").isEmpty()) {
      throw new Refused(400, "which queue? give key=");
    }
    crawls
        .crawl(name)
        .ask(
            books -> {
              books.set(query.text("key"), change);
              return true;
            });
    return List.of(line("done", true));
  }

  private static Map<String, Object> line(Object... namesAndValues) {
    Map<String, Object> line = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      line.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return line;
  }
}
