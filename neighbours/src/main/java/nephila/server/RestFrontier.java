package nephila.server;

import com.fasterxml.jackson.jr.ob.JSON;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import nephila.UserError;
import org.jspecify.annotations.Nullable;

/// The frontier over REST, for clients that do not speak gRPC: JSON lines in, JSON lines out, under
/// `/frontier/v1`.
///
/// | request | answer |
/// | --- | --- |
/// | `GET /crawls` | a line a crawl: `crawl` |
/// | `POST /crawls/C?importance=&window=&links=&select=&damping=&small-edge=&default-history=&internal=&dynamic=&by=`, lines of a preference or nothing | begins the crawl; as `GET /crawls/C`. 400 when it was begun with others |
/// | `GET /crawls/C` | `crawl`, `importance`, `links`, `select`, what is not as usual of the others; of OPIC `window`, `turnover` (G), `errorFactor` (1/G), `errorBound` where certified |
/// | `DELETE /crawls/C` | `deleted` |
/// | `POST /crawls/C/urls`, lines of [RestItems] | a line each: `url`, `status` OK, SKIPPED or FAIL |
/// | `POST /crawls/C/next?urls=&queues=&lease=&key=` | a line a URL: `url`, `key`, `importance`, `metadata` |
/// | `GET /crawls/C/urls?key=&filter=&ignoreCase=&start=&size=` | a line a URL, with `known`, `refetchableFrom` |
/// | `GET /crawls/C/url?url=` | the same of one, of OPIC with `cash` C, `history` H, `estimate` (H + C)/(G + 1), `share` X; 404 when it is not there |
/// | `GET /crawls/C/count?key=&filter=&ignoreCase=` | `count` |
/// | `GET /crawls/C/stats?key=` | `size`, `inProcess`, `completed`, `queues`, `activeQueues`; of OPIC `algorithm`, `window`, `turnover`, `errorFactor` |
/// | `GET /crawls/C/queues?start=&size=&inactive=` | a line a queue: `key`, `active`, `inProcess`, `completed` |
/// | `DELETE /crawls/C/queues?key=` | `deleted` |
/// | `POST /crawls/C/delay?seconds=&key=`, `/block?until=&key=`, `/limit?urls=&key=` | `done` |
/// | `GET /active`, `POST /active?state=` | `active` |
///
/// Without a token where it is bound to this machine; [FrontierAccess] says otherwise. Refused are
/// a request that a web page sends (it has an `Origin`), and, where the server is bound to this
/// machine, one for a host of another name: a page could make its own name lead here. A path is a
/// call only as it stands in the table: nothing is deleted by a longer one.
public final class RestFrontier implements AutoCloseable {
  private static final String ROOT = "/frontier/v1/";
  private static final int LARGEST_BODY = 32 << 20;
  private static final Pattern LOOPBACK_NAME =
      Pattern.compile(
          "(localhost|127(\\.\\d{1,3}){3}|\\[::1\\])(:\\d+)?", Pattern.CASE_INSENSITIVE);

  private final HttpServer server;
  private final RestCalls calls;
  private final FrontierAccess access;
  private final ClientLimits limits;
  private final @Nullable FrontierChanges changes;

  private RestFrontier(
      HttpServer server,
      RestCalls calls,
      FrontierAccess access,
      @Nullable FrontierChanges changes) {
    this.server = server;
    this.calls = calls;
    this.access = access;
    this.limits = new ClientLimits(access.callsASecond(), System::nanoTime);
    this.changes = changes;
  }

  /// Serves `crawls` to anybody who reaches the port; port 0 is any free one.
  public static RestFrontier start(Frontiers crawls, String host, int port) {
    return start(crawls, host, port, FrontierAccess.OPEN, null);
  }

  private static HttpServer server(InetSocketAddress at, FrontierAccess access) throws IOException {
    if (access.certificates() == null || access.key() == null) {
      return HttpServer.create(at, 128);
    }
    SSLContext context = ServerKeys.context(access.certificates(), access.key());
    HttpsServer server = HttpsServer.create(at, 128);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    return server;
  }

  /// Serves `crawls` to those who may call, and notes what they change.
  public static RestFrontier start(
      Frontiers crawls,
      String host,
      int port,
      FrontierAccess access,
      @Nullable FrontierChanges changes) {
    HttpServer server;
    try {
      server = server(new InetSocketAddress(host, port), access);
    } catch (IOException e) {
      throw new UserError(
          "frontier port " + port + " on " + host + " cannot be opened; choose another", e);
    }
    RestFrontier frontier = new RestFrontier(server, new RestCalls(crawls), access, changes);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(ROOT, frontier::handle);
    server.start();
    return frontier;
  }

  public int port() {
    return server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      int status = 200;
      List<Map<String, Object>> lines;
      try {
        lines = answer(exchange);
      } catch (RestCalls.Refused e) {
        status = e.status();
        lines = List.of(Map.of("error", String.valueOf(e.getMessage())));
      } catch (UserError e) {
        status = 400;
        lines = List.of(Map.of("error", String.valueOf(e.getMessage())));
      } catch (RuntimeException e) { // a full disk, a crawl deleted meanwhile
        status = 500;
        lines = List.of(Map.of("error", "it failed here: " + e.getClass().getSimpleName()));
      }
      StringBuilder text = new StringBuilder();
      for (Map<String, Object> line : lines) {
        text.append(JSON.std.asString(line)).append('\n');
      }
      byte[] body = text.toString().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/x-ndjson; charset=utf-8");
      exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(body);
      }
    }
  }

  private List<Map<String, Object>> answer(HttpExchange exchange) throws IOException {
    if (exchange.getRequestHeaders().containsKey("Origin")) {
      throw new RestCalls.Refused(403, "web pages may not ask here");
    }
    checkHost(exchange.getRequestHeaders().getFirst("Host"));
    if (!access.admits(exchange.getRequestHeaders().getFirst("Authorization"))) {
      throw new RestCalls.Refused(401, "the token is missing or wrong");
    }
    String client = exchange.getRemoteAddress().getAddress().getHostAddress();
    if (!limits.admits(client)) {
      throw new RestCalls.Refused(
          429, "more than " + access.callsASecond() + " calls a second; call less often");
    }
    String path = exchange.getRequestURI().getRawPath().substring(ROOT.length());
    List<String> parts = new ArrayList<>();
    for (String part : path.split("/", -1)) {
      parts.add(decoded(part));
    }
    RestQuery query = RestQuery.of(exchange.getRequestURI().getRawQuery());
    String method = exchange.getRequestMethod();
    if (method.equals("POST") && parts.size() == 3 && parts.get(2).equals("urls")) {
      return calls.put(parts.get(1), items(exchange));
    }
    boolean begins =
        method.equals("POST") && parts.size() == 2 && parts.getFirst().equals("crawls");
    List<Map<String, Object>> lines =
        begins ? begin(exchange, parts.get(1), query) : calls.call(method, parts, query);
    if (changes != null && !method.equals("GET") && !path.endsWith("/next")) {
      changes.note(client, "REST " + method + " " + exchange.getRequestURI());
    }
    return lines;
  }

  /// The body, if there is any, is a preference.
  private List<Map<String, Object>> begin(HttpExchange exchange, String name, RestQuery query)
      throws IOException {
    byte[] body = body(exchange);
    if (body.length == 0) {
      return calls.call("POST", List.of("crawls", name), query);
    }
    Path given = Files.createTempFile("nephila", ".tsv");
    try {
      Files.write(given, body);
      return List.of(calls.begin(name, query, given.toString()));
    } catch (UserError e) {
      String told = String.valueOf(e.getMessage()).replace(given.toString(), "the preference");
      throw new UserError(told, e);
    } finally {
      Files.delete(given);
    }
  }

  private static String decoded(String part) {
    try {
      return URLDecoder.decode(part, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new RestCalls.Refused(400, "the path holds % without two hex digits: " + part);
    }
  }

  private void checkHost(@Nullable String host) {
    if (server.getAddress().getAddress().isLoopbackAddress()
        && (host == null || !LOOPBACK_NAME.matcher(host).matches())) {
      throw new RestCalls.Refused(421, "this server does not answer for host " + host);
    }
  }

  private static byte[] body(HttpExchange exchange) throws IOException {
    InputStream in = exchange.getRequestBody();
    byte[] body = in.readNBytes(LARGEST_BODY + 1);
    if (body.length > LARGEST_BODY) {
      in.skip(LARGEST_BODY); // who still sends does not listen
      throw new RestCalls.Refused(413, "more than 32 MiB at once; put fewer URLs at a time");
    }
    return body;
  }

  private static List<Map<String, Object>> items(HttpExchange exchange) throws IOException {
    byte[] body = body(exchange);
    List<Map<String, Object>> items = new ArrayList<>();
    for (String line : new String(body, StandardCharsets.UTF_8).lines().toList()) {
      if (!line.isBlank()) {
        items.add(item(line, items.size() + 1));
      }
    }
    return items;
  }

  private static Map<String, Object> item(String line, int number) {
    @Nullable Map<String, Object> item = null;
    try {
      item = JSON.std.mapFrom(line); // null for the JSON "null"
    } catch (IOException e) {
      // told below
    }
    if (item == null) {
      throw new RestCalls.Refused(400, "line " + number + " is no JSON object");
    }
    return new LinkedHashMap<>(item);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
