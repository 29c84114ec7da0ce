package nephila.testweb;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;

/// A web of a few hundred pages on ten hosts of the loopback network, made from a seed: the same
/// pages, titles, texts and links every time, but for the ports. Each host has an address of its
/// own (where the system has only 127.0.0.1, a port of its own) and a habit, as [PlaceBuilder]
/// tells.
///
/// Needs no rights, no fixed port and no hosts file. Thread-safe.
public final class LittleWeb implements Closeable {
  private final Map<String, String> origins = new LinkedHashMap<>();
  private final Map<String, Place> places;
  private final String hidden;
  private final List<LittleServer> servers = new ArrayList<>();
  private final ConcurrentLinkedQueue<LoggedRequest> visits = new ConcurrentLinkedQueue<>();

  /// How the hosts behave.
  ///
  /// @param slowness how long the slow host thinks
  /// @param refusals how many visits the busy host refuses
  /// @param retryAfter what it says in Retry-After, in whole seconds
  /// @param crawlDelay the Crawl-delay of the strict host, in seconds, as it is written
  /// @param editionLength how long an edition of the news lasts
  /// @param gzip whether pages are packed for those who accept it
  /// @param clock by which visits are dated and editions end
  public record Options(
      Duration slowness,
      int refusals,
      Duration retryAfter,
      String crawlDelay,
      Duration editionLength,
      boolean gzip,
      Clock clock) {
    /// As the demo has them: noticeable, and over within a minute.
    public static Options usual() {
      return new Options(
          Duration.ofMillis(300),
          3,
          Duration.ofSeconds(2),
          "0.5",
          Duration.ofSeconds(15),
          true,
          Clock.systemUTC());
    }

    /// No slowness, no refusals, no crawl delay, one edition for ever.
    public static Options quick(Clock clock) {
      return new Options(
          Duration.ZERO, 0, Duration.ZERO, "0", Duration.ofDays(10_000), false, clock);
    }
  }

  private LittleWeb(long seed, Options options) throws IOException {
    Map<String, ServerSocket> sockets = new LinkedHashMap<>();
    int number = 1;
    for (String name : PlaceBuilder.NAMES) {
      ServerSocket socket = bind(number++);
      sockets.put(name, socket);
      String address = socket.getInetAddress().getHostAddress();
      origins.put(name, "http://" + address + ":" + socket.getLocalPort());
    }
    PlaceBuilder plan = new PlaceBuilder(seed, origins, options);
    places = plan.build();
    hidden = plan.hidden();
    sockets.forEach((name, socket) -> servers.add(serve(name, socket, options)));
  }

  private LittleServer serve(String name, ServerSocket socket, Options options) {
    Place place = Objects.requireNonNull(places.get(name));
    return new LittleServer(
        socket,
        place,
        options.gzip(),
        (ask, answer) ->
            visits.add(
                new LoggedRequest(
                    options.clock().instant(),
                    name,
                    ask.method(),
                    ask.target(),
                    answer.status(),
                    ask.header("user-agent"))));
  }

  private static ServerSocket bind(int number) throws IOException {
    try {
      return new ServerSocket(0, 500, InetAddress.ofLiteral("127.0.77." + number));
    } catch (IOException e) {
      return new ServerSocket(0, 500, InetAddress.ofLiteral("127.0.0.1"));
    }
  }

  /// Opens the web that grows from this seed.
  public static LittleWeb open(long seed, Options options) throws IOException {
    return new LittleWeb(seed, options);
  }

  /// Where to begin: the front page of the atlas, from which everything can be reached.
  public String front() {
    return origin("atlas") + "/";
  }

  /// The names of the hosts.
  public Set<String> places() {
    return origins.keySet();
  }

  /// Scheme, address and port of a host.
  public String origin(String place) {
    return Objects.requireNonNull(origins.get(place), place);
  }

  /// The addresses of all hosts: what a crawl of this web must be allowed to go to.
  public List<String> networks() {
    return origins.values().stream().map(origin -> origin.substring("http://".length())).toList();
  }

  /// The URLs of all pages that exist, may be read and are worth it: what a good crawler has read
  /// in the end. Not among them: redirects, what robots.txt forbids, the calendar's months, what
  /// the shop makes up.
  public Set<String> readable() {
    Set<String> urls = new TreeSet<>();
    places.forEach(
        (name, place) -> place.readable().forEach(path -> urls.add(origin(name) + path)));
    return urls;
  }

  /// The one of the readable pages that no page points to, only the sitemap of the atlas.
  public String hidden() {
    return origin("atlas") + hidden;
  }

  /// Everything asked so far, in the order it was answered.
  public List<LoggedRequest> visits() {
    return List.copyOf(visits);
  }

  /// Puts out the next edition of the news at once.
  public void nextEdition() {
    ((NewsPlace) Objects.requireNonNull(places.get("news"))).nextEdition();
  }

  @Override
  public void close() throws IOException {
    for (LittleServer server : servers) {
      server.close();
    }
  }
}
