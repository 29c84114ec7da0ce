package nephila.proof;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.InetAddress;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import nephila.crawl.WaitingClock;
import nephila.fetch.Exchange;
import nephila.fetch.Failure;
import nephila.fetch.FetchRequest;
import nephila.fetch.Fetcher;
import nephila.fetch.Truncation;
import org.jspecify.annotations.Nullable;

/// A web in memory with its own time: answers take as long as they would, connections break, hang
/// and are refused, names are not found or found late, pages change and vanish, and all of it
/// follows from a seed. Time passes when the crawl waits ([WaitingClock]); one answer is given at a
/// time, in the order of their times, so that a crawl repeats step by step.
final class SimulatedWorld extends Clock implements WaitingClock, Fetcher {
  /// A request as it happened.
  record Asked(String url, long fromMillis, long untilMillis, String outcome) {}

  /// The process dies here.
  static final class Crash extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Crash() {
      super("the machine stops here");
    }
  }

  private static final long RESULT_MILLIS = 20_000;
  private static final long TIMEOUT_MILLIS = 30_000;

  private final long seed;
  private final int hosts;
  private final int pages;
  private final double faults;
  private long now = Instant.parse("2026-11-19T00:00:00Z").toEpochMilli();
  private final PriorityQueue<Visit> waiting =
      new PriorityQueue<>(
          (a, b) -> a.until != b.until ? Long.compare(a.until, b.until) : a.url.compareTo(b.url));
  private final Map<String, Integer> tries = new HashMap<>();
  private final List<Asked> asked = new ArrayList<>();
  private long readings;
  private long crashAt = Long.MAX_VALUE;

  /// What the plan of the crawl and its processes are, for whoever proves it.
  boolean rereads;

  int crashes;

  private static final class Visit {
    final String url;
    final long from;
    final long until;
    boolean released;

    Visit(String url, long from, long until) {
      this.url = url;
      this.from = from;
      this.until = until;
    }
  }

  SimulatedWorld(long seed, int hosts, int pages, double faults) {
    this.seed = seed;
    this.hosts = hosts;
    this.pages = pages;
    this.faults = faults;
  }

  String url(int page) {
    return page < hosts
        ? "http://127.9.0." + (1 + page) + ":81/"
        : "http://127.9.0." + (1 + page % hosts) + ":81/p" + page;
  }

  /// The process dies at the `n`-th reading of the clock from now.
  synchronized void crashAfter(long n) {
    crashAt = readings + n;
  }

  /// A new process: nothing is under way, the clock goes on, ahead or back by `millis`.
  synchronized void restart(long millis) {
    waiting.clear();
    crashAt = Long.MAX_VALUE;
    now += millis;
  }

  synchronized List<Asked> asked() {
    return List.copyOf(asked);
  }

  // ------------------------------------------------------------ time

  @Override
  public synchronized long millis() {
    if (++readings >= crashAt) {
      throw new Crash();
    }
    return now;
  }

  @Override
  public synchronized Instant instant() {
    return Instant.ofEpochMilli(now);
  }

  @Override
  public ZoneId getZone() {
    return ZoneOffset.UTC;
  }

  @Override
  public Clock withZone(ZoneId zone) {
    return this;
  }

  @Override
  public synchronized long await(long millis, int inFlight) throws InterruptedException {
    while (waiting.size() < inFlight) {
      wait(); // a fetch that was started has not asked yet
    }
    Visit first = waiting.peek();
    if (first == null || first.until > now + millis) {
      now += millis;
      return 0;
    }
    now = Math.max(now, first.until);
    first.released = true;
    waiting.remove(first);
    notifyAll();
    return RESULT_MILLIS;
  }

  // ------------------------------------------------------------ the web

  @Override
  public Exchange fetch(FetchRequest request) {
    String url = request.url();
    SplittableRandom chance;
    Visit visit;
    Failure failure;
    synchronized (this) {
      int attempt = tries.merge(url, 1, Integer::sum);
      chance = new SplittableRandom(seed * 31 + url.hashCode() * 1_000_003L + attempt);
      chance.nextLong();
      failure = failure(chance);
      long millis = millis(chance, failure);
      visit = new Visit(url, now, now + millis);
      waiting.add(visit);
      notifyAll();
      try {
        while (!visit.released) {
          wait();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        failure = Failure.CANCELLED;
      }
    }
    Exchange exchange = answer(request, visit, failure, chance);
    synchronized (this) {
      String outcome = failure == null ? String.valueOf(exchange.status()) : failure.name();
      asked.add(new Asked(url, visit.from, visit.until, outcome));
    }
    return exchange;
  }

  private @Nullable Failure failure(SplittableRandom chance) {
    double drawn = chance.nextDouble() / Math.max(1e-9, faults);
    return drawn >= 1
        ? null
        : switch ((int) (drawn * 8)) {
          case 0 -> Failure.RESET;
          case 1 -> Failure.FIRST_BYTE_TIMEOUT; // half-open
          case 2 -> Failure.CONNECT_TIMEOUT;
          case 3 -> Failure.REFUSED;
          case 4 -> Failure.DNS;
          case 5 -> Failure.UNREACHABLE;
          default -> null; // an answer that is odd
        };
  }

  private static long millis(SplittableRandom chance, @Nullable Failure failure) {
    long usual = 20 + (long) (30 * Math.exp(1.2 * gaussian(chance)));
    if (failure == Failure.FIRST_BYTE_TIMEOUT || failure == Failure.CONNECT_TIMEOUT) {
      return TIMEOUT_MILLIS;
    }
    // Names that are found late.
    return chance.nextInt(40) == 0 ? usual + chance.nextInt(8000) : usual;
  }

  private static double gaussian(SplittableRandom chance) {
    double sum = 0;
    for (int i = 0; i < 12; i++) {
      sum += chance.nextDouble();
    }
    return sum - 6;
  }

  private Exchange answer(
      FetchRequest request, Visit visit, @Nullable Failure failure, SplittableRandom chance) {
    Instant started = Instant.ofEpochMilli(visit.from);
    int took = (int) (visit.until - visit.from);
    byte[] sent = ("GET " + request.url() + " HTTP/1.1\r\n\r\n").getBytes(ISO_8859_1);
    if (failure != null) {
      var how = new Exchange.Circumstances(null, started, -1, took, Truncation.NONE, null);
      return Exchange.failed(request, failure, "simulated", sent, how);
    }
    boolean odd = chance.nextDouble() < faults / 3;
    int kind = odd ? chance.nextInt(3) : -1;
    Truncation cut = kind == 0 ? Truncation.DISCONNECT : Truncation.NONE;
    var how =
        new Exchange.Circumstances(
            InetAddress.getLoopbackAddress(), started, Math.min(took, 20), took, cut, null);
    String text = text(request.url(), kind);
    String bytes = kind == 0 ? text.substring(0, text.length() - 20) : text;
    return Exchange.of(request, sent, bytes.getBytes(UTF_8), how);
  }

  /// A page of the graph; kinds 1 and 2 are a host that is too busy, or broken.
  private String text(String url, int kind) {
    if (kind == 1) {
      return "HTTP/1.1 503 Busy\r\nRetry-After: 7\r\nContent-Length: 4\r\n\r\nbusy" + " ".repeat(0);
    }
    if (kind == 2) {
      return "HTTP/1.1 500 Broken\r\nContent-Length: 32\r\n\r\n" + "broken".repeat(5) + "ok";
    }
    int page = page(url);
    if (page < 0) {
      return "HTTP/1.1 404 Not Found\r\nContent-Length: 22\r\n\r\nthere is no such page.";
    }
    SplittableRandom links = new SplittableRandom(seed * 7919 + page);
    StringBuilder body = new StringBuilder("<html><title>page " + page + "</title>");
    body.append("<a href=\"").append(url((page + 1) % pages)).append("\">next</a>");
    for (int i = 0; i < 5; i++) {
      body.append("<a href=\"").append(url(links.nextInt(pages))).append("\">x</a>");
    }
    return "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  private int page(String url) {
    for (int page = 0; page < hosts; page++) {
      if (url.equals(url(page))) {
        return page;
      }
    }
    int at = url.lastIndexOf("/p");
    String digits = at < 0 ? "" : url.substring(at + 2);
    int page = digits.matches("\\d{1,6}") ? Integer.parseInt(digits) : -1;
    return page >= 0 && page < pages && url.equals(url(page)) ? page : -1;
  }

  @Override
  public void close() {
    // the next crawl asks the same web
  }
}
