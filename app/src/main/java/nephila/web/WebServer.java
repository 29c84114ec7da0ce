package nephila.web;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import nephila.UserError;
import nephila.config.Durations;
import nephila.view.RisingPages;

/// Serves the dashboard, the search page and the API of one crawl, on virtual threads.
///
/// Bound to loopback unless told otherwise. Answers are 200, a 4xx with one line of JSON, or 500
/// without any detail of ours.
public final class WebServer implements Closeable {
  private static final int LARGEST_BODY = 64 * 1024;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CrawlView view;
  private final SearchPages search;
  private final Metrics metrics;
  private final Events events;
  private final Guard guard;
  private final String address;

  private WebServer(HttpServer server, CrawlView view, SearchPages search, boolean beyondLoopback) {
    this.server = server;
    this.view = view;
    this.search = search;
    this.metrics = new Metrics(view);
    this.events = new Events(view);
    InetSocketAddress bound = server.getAddress();
    this.address = "http://" + literal(bound.getAddress()) + ":" + bound.getPort() + "/";
    this.guard = new Guard(freshToken(), hosts(bound.getAddress()), beyondLoopback);
  }

  /// Starts serving on `listen` (a loopback address unless the user said otherwise); port 0 takes a
  /// free one.
  public static WebServer start(InetAddress listen, int port, CrawlView view, SearchPages search)
      throws IOException {
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.setProperty("sun.net.httpserver.maxReqHeaders", "100");
    HttpServer server;
    try {
      server = HttpServer.create(new InetSocketAddress(listen, port), 1024);
    } catch (BindException e) {
      throw new UserError(
          "cannot listen on "
              + literal(listen)
              + " port "
              + port
              + ": "
              + e.getMessage()
              + "; choose another --port, or 0 for a free one",
          e);
    }
    WebServer web = new WebServer(server, view, search, !listen.isLoopbackAddress());
    server.setExecutor(web.threads);
    server.createContext("/", web::handle);
    server.start();
    return web;
  }

  /// Where to open the page; beyond loopback it carries the token.
  public String address() {
    return guard.carriesTokenInAddress() ? address + "?token=" + guard.token() : address;
  }

  /// What a script sends as `X-Nephila-Token` to change something.
  public String token() {
    return guard.token();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange request) throws IOException {
    try {
      guard.check(request);
      answer(request);
    } catch (Refusal refusal) {
      Reply.error(request, refusal.status(), String.valueOf(refusal.getMessage()));
    } catch (UserError error) {
      Reply.error(request, 400, String.valueOf(error.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (StackOverflowError e) {
      Reply.error(request, 400, "what was sent is nested too deep");
    } catch (RuntimeException e) {
      metrics.failed(e);
      Reply.error(request, 500, "something went wrong here; it was counted");
    } finally {
      request.close();
    }
  }

  private void answer(HttpExchange request) throws IOException, InterruptedException {
    String path = request.getRequestURI().getPath();
    Parameters parameters = Parameters.of(request.getRequestURI().getRawQuery());
    switch (request.getRequestMethod()) {
      case "GET", "HEAD" -> get(request, path, parameters);
      case "POST" -> changed(request, path);
      default -> throw new Refusal(405, "only GET, HEAD and POST are served");
    }
  }

  private void get(HttpExchange request, String path, Parameters parameters)
      throws IOException, InterruptedException {
    switch (path) {
      case "/api/events" -> events.serve(request);
      case "/metrics" -> Reply.text(request, Metrics.TYPE, metrics.text());
      case "/search/raw" -> search.raw(request, parameters);
      default -> {
        var asset = Assets.find(path);
        if (asset.isPresent()) {
          asset(request, asset.get());
        } else {
          Reply.json(request, 200, data(path, parameters));
        }
      }
    }
  }

  private void asset(HttpExchange request, Assets.Asset asset) throws IOException {
    if (asset.type().startsWith("text/html")) {
      request
          .getResponseHeaders()
          .add(
              "Set-Cookie", Guard.TOKEN_COOKIE + "=" + guard.token() + "; Path=/; SameSite=Strict");
    }
    Reply.bytes(request, 200, asset.type(), asset.bytes());
  }

  private Object data(String path, Parameters parameters) throws IOException {
    int offset = parameters.whole("offset", 0, 0, 1_000_000_000);
    int limit = parameters.whole("limit", 50, 1, 1000);
    return switch (path) {
      case "/api/status" -> view.status();
      case "/api/history" -> view.history();
      case "/api/pages" ->
          view.pages(order(parameters), parameters.text("site", ""), offset, limit);
      case "/api/page" -> page(parameters.needed("url"));
      case "/api/sites" -> view.sites(offset, limit);
      case "/api/rising" -> rising(parameters, limit);
      case "/api/community" -> view.community(limit).orElse(CrawlView.Community.NONE);
      case "/api/flows" -> view.flows(limit);
      case "/api/hosts" -> view.hosts(limit);
      case "/api/errors" -> view.errors(limit);
      case "/api/rules" -> view.rules();
      case "/api/search" -> search.results(parameters);
      case "/api/search/explain" -> search.explain(parameters);
      default -> throw new Refusal(404, "there is no " + path + "; /api lists what there is");
    };
  }

  private static String order(Parameters parameters) {
    String order = parameters.text("order", "importance");
    if (!List.of("importance", "cash", "unread").contains(order)) {
      throw new Refusal(400, "order=" + order + ": importance, cash or unread is wanted");
    }
    return order;
  }

  private RisingPages rising(Parameters parameters, int limit) {
    Duration window = Durations.parse("since", parameters.text("since", "7d"));
    return view.rising(window, limit).orElse(RisingPages.NONE);
  }

  private CrawlView.PageStory page(String url) {
    return view.page(url).orElseThrow(() -> new Refusal(404, "the crawl does not know this page"));
  }

  /// A change, noted with the address that asked for it.
  private void changed(HttpExchange request, String path) throws IOException {
    String who = "dashboard " + literal(request.getRemoteAddress().getAddress());
    ScopedValue.where(RuleChanges.WHO, who)
        .call(
            () -> {
              post(request, path);
              return true;
            });
  }

  private void post(HttpExchange request, String path) throws IOException {
    Map<String, Object> body = body(request);
    Optional<CrawlView.Levers> running = view.levers();
    if (running.isEmpty() && path.equals("/api/control") && "stop".equals(body.get("action"))) {
      // The crawl may have ended between the last look and the click: it is as was asked.
      Reply.json(request, 200, Map.of("done", true));
      return;
    }
    CrawlView.Levers levers =
        running.orElseThrow(() -> new Refusal(409, "the crawl is not running"));
    switch (path) {
      case "/api/control" -> control(levers, text(body, "action"));
      case "/api/seeds" -> levers.addSeed(text(body, "url"));
      case "/api/rules" ->
          levers.rules(
              texts(body, "focus"),
              text(body, "scope"),
              texts(body, "include"),
              texts(body, "exclude"));
      case "/api/undo" -> {
        if (!levers.undo()) {
          throw new Refusal(409, "there is nothing to undo");
        }
      }
      default -> throw new Refusal(404, "there is no " + path + "; /api lists what there is");
    }
    Reply.json(request, 200, Map.of("done", true));
  }

  private static void control(CrawlView.Levers levers, String action) {
    switch (action) {
      case "pause" -> levers.pause();
      case "resume" -> levers.resume();
      case "stop" -> levers.stop();
      default -> throw new Refusal(400, "action " + action + ": pause, resume or stop is wanted");
    }
  }

  private static Map<String, Object> body(HttpExchange request) throws IOException {
    byte[] bytes = request.getRequestBody().readNBytes(LARGEST_BODY + 1);
    if (bytes.length > LARGEST_BODY) {
      throw new Refusal(413, "the body is larger than " + LARGEST_BODY + " bytes");
    }
    try {
      Map<String, Object> body = bytes.length == 0 ? Map.of() : JSON.std.mapFrom(bytes);
      return body == null ? Map.of() : body;
    } catch (IOException e) {
      throw new Refusal(400, "the body is not a JSON object");
    }
  }

  private static String text(Map<String, Object> body, String name) {
    if (body.get(name) instanceof String text && !text.isBlank()) {
      return text;
    }
    throw new Refusal(400, "the field " + name + " is missing or not a text");
  }

  private static List<String> texts(Map<String, Object> body, String name) {
    if (body.get(name) instanceof List<?> list
        && list.stream().allMatch(String.class::isInstance)) {
      return list.stream().map(String.class::cast).toList();
    }
    throw new Refusal(400, "the field " + name + " is missing or not a list of texts");
  }

  private static String freshToken() {
    byte[] bytes = new byte[16];
    new SecureRandom().nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private static Set<String> hosts(InetAddress listen) {
    Set<String> hosts = new LinkedHashSet<>(List.of("localhost", "127.0.0.1", "[::1]"));
    hosts.add(literal(listen));
    if (!listen.isLoopbackAddress()) {
      hosts.add(listen.getHostName().toLowerCase(java.util.Locale.ROOT));
    }
    return hosts;
  }

  private static String literal(InetAddress address) {
    String text = address.getHostAddress();
    return text.indexOf(':') >= 0 ? "[" + text + "]" : text;
  }
}
