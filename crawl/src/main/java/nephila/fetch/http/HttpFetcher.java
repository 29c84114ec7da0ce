package nephila.fetch.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.security.KeyStore;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.LongSupplier;
import nephila.fetch.Exchange;
import nephila.fetch.Failure;
import nephila.fetch.FetchRequest;
import nephila.fetch.Fetcher;
import nephila.fetch.ResponseHead;
import nephila.fetch.Truncation;
import org.jspecify.annotations.Nullable;

/// An HTTP/1.1 client for crawling, on blocking sockets: call it from virtual threads.
///
/// Connections are kept per host and used again; a kept one that turns out to be dead is replaced
/// once without anyone noticing. Buffers are used again too. Costs about as little as sockets
/// allow: no timers, no strings for header fields nobody asks for (figures in
/// docs/decisions/fetching-and-politeness.md 050).
///
/// Invariants:
/// - F1 a connection is made only to an address the gate admitted, at the moment of use;
/// - F2 what is written to the wire holds no byte from outside that could end a line;
/// - F3 every exchange ends within connect, first-byte and whole timeouts, whatever the server
///   does, and holds at most head and body limits in memory;
/// - F4 bytes that came unasked never become an answer to a later request.
public final class HttpFetcher implements Fetcher {
  private final LongSupplier nanos;
  private final InstantSource clock;
  private final long firstByteNanos;
  private final long wholeNanos;
  private final long idleNanos;
  private final Response.Limits limits;
  private final RequestHead requestHead;
  private final @Nullable Cookies cookies;
  private final Dns dns;
  private final Watchdog watchdog;
  private final Pool pool;
  private final Connector connector;
  private final ConcurrentLinkedDeque<Response> responses = new ConcurrentLinkedDeque<>();

  private HttpFetcher(Builder options) {
    this.nanos = options.nanos;
    this.clock = options.clock;
    this.firstByteNanos = options.firstByteTimeout.toNanos();
    this.wholeNanos = options.wholeTimeout.toNanos();
    this.idleNanos = options.idleTimeout.toNanos();
    this.limits =
        new Response.Limits(options.maxHeadBytes, options.maxHeaders, options.maxBodyBytes);
    Map<String, String> fields = new LinkedHashMap<>();
    fields.put("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8");
    fields.put("Accept-Encoding", "gzip, deflate, br");
    this.requestHead = new RequestHead(options.agent, fields, options.proxy != null);
    this.cookies = options.cookies ? new Cookies() : null;
    this.dns =
        new Dns(options.resolver, nanos, options.dnsTtl.toNanos(), options.dnsTimeout.toNanos());
    long windowNanos = options.rateWindow.toNanos();
    long perWindow = (long) (options.minBytesPerSecond * (windowNanos / 1e9));
    this.pool = new Pool(options.maxIdle, options.gate);
    this.watchdog =
        new Watchdog(
            nanos, windowNanos, perWindow, () -> pool.evict(nanos.getAsLong() - idleNanos));
    this.connector = new Connector(options, dns, watchdog, limits);
  }

  /// @param agent the `User-Agent` to show
  /// @param gate which addresses may be connected to
  public static Builder builder(String agent, AddressGate gate) {
    return new Builder(agent, gate);
  }

  @Override
  public Exchange fetch(FetchRequest request) {
    Visit visit = new Visit(request, clock.instant(), nanos.getAsLong());
    Target target = Target.parse(request.url());
    if (target == null) {
      return visit.failed(new Fault(Failure.BAD_URL, "not an absolute http(s) URL"));
    }
    Response response = responses.pollFirst();
    if (response == null) {
      response = new Response(limits);
    }
    try {
      return visit(visit, target, response);
    } catch (Fault e) {
      return visit.failed(cancelled() ? new Fault(Failure.CANCELLED, "cancelled") : e);
    } finally {
      response.reset();
      responses.addFirst(response);
    }
  }

  private Exchange visit(Visit visit, Target target, Response response) throws Fault {
    String cookie = cookies == null ? null : cookies.field(target);
    visit.requestBytes = requestHead.bytes(visit.request, target, cookie);
    HttpConnection.Key key = new HttpConnection.Key(target.tls(), target.host(), target.port());
    HttpConnection kept = pool.take(key);
    if (kept != null) {
      try {
        return exchange(visit, kept, target, response);
      } catch (Fault e) {
        // The server gave the kept connection up before it saw the request: once more, afresh.
        boolean stale = e.kind() == Failure.RESET && response.untouched() && !cancelled();
        if (!stale) {
          throw e;
        }
        response.reset();
      }
    }
    return exchange(visit, connector.connect(key), target, response);
  }

  private Exchange exchange(
      Visit visit, HttpConnection connection, Target target, Response response) throws Fault {
    boolean keep = false;
    try {
      visit.connection = connection;
      long asked = nanos.getAsLong();
      long wholeUntil = asked + wholeNanos;
      long firstUntil = asked + Math.min(firstByteNanos, wholeNanos);
      connection.await(HttpConnection.Phase.FIRST_BYTE, asked, firstUntil);
      connection.write(visit.requestBytes);
      response.fill(connection);
      long now = nanos.getAsLong();
      visit.firstByteMillis = response.untouched() ? -1 : millis(now - visit.startNanos);
      connection.await(HttpConnection.Phase.REST, now, wholeUntil);
      response.readHead(connection, visit.request.method());
      response.readBody(connection, visit.request.method());
      boolean rested = connection.rest(nanos.getAsLong());
      keep = rested && response.reusable() && !watchdog.closed();
    } catch (IOException e) {
      throw connection.hasExpired() ? connection.expired() : broken(e);
    } finally {
      if (keep) {
        pool.give(connection);
      } else {
        connection.close();
      }
    }
    if (cancelled()) {
      throw new Fault(Failure.CANCELLED, "cancelled");
    }
    Exchange exchange = visit.answered(response);
    if (cookies != null) {
      cookies.learn(target, exchange.headers());
    }
    return exchange;
  }

  private static Fault broken(IOException e) {
    String how = e instanceof SocketException ? "" : e.getClass().getSimpleName() + ": ";
    return new Fault(Failure.RESET, how + e.getMessage());
  }

  private boolean cancelled() {
    return watchdog.closed() || Thread.currentThread().isInterrupted();
  }

  /// Connections kept for later.
  public int idleConnections() {
    return pool.size();
  }

  @Override
  public void close() {
    watchdog.close();
    dns.close();
  }

  private static int millis(long nanos) {
    return (int) Math.min(Integer.MAX_VALUE, nanos / 1_000_000);
  }

  /// What is known of an exchange under way.
  private final class Visit {
    private final FetchRequest request;
    private final Instant started;
    private final long startNanos;
    private byte[] requestBytes = new byte[0];
    private @Nullable HttpConnection connection;
    private int firstByteMillis = -1;

    Visit(FetchRequest request, Instant started, long startNanos) {
      this.request = request;
      this.started = started;
      this.startNanos = startNanos;
    }

    Exchange answered(Response response) {
      byte[] bytes = response.bytes();
      ResponseHead head = response.head(bytes);
      return Exchange.of(request, head, requestBytes, bytes, circumstances(response.truncation()));
    }

    Exchange failed(Fault fault) {
      Exchange.Circumstances how = circumstances(Truncation.NONE);
      return Exchange.failed(request, fault.kind(), fault.detail(), requestBytes, how);
    }

    private Exchange.Circumstances circumstances(Truncation truncation) {
      HttpConnection used = connection;
      return new Exchange.Circumstances(
          used == null ? null : used.address(),
          started,
          firstByteMillis,
          millis(nanos.getAsLong() - startNanos),
          truncation,
          used == null ? null : used.certificateProblem());
    }
  }

  /// Settings of a fetcher. Time comes from `clock` and `nanos`, so that tests can hold it.
  public static final class Builder {
    final String agent;
    final AddressGate gate;
    Resolver resolver = Resolver.system();
    InstantSource clock = InstantSource.system();
    LongSupplier nanos = System::nanoTime;
    Duration dnsTtl = Duration.ofMinutes(10);
    Duration dnsTimeout = Duration.ofSeconds(20);
    Duration connectTimeout = Duration.ofSeconds(10);
    Duration firstByteTimeout = Duration.ofSeconds(30);
    Duration wholeTimeout = Duration.ofMinutes(3);
    Duration idleTimeout = Duration.ofSeconds(30);
    Duration rateWindow = Duration.ofSeconds(10);
    int minBytesPerSecond = 500;
    int maxBodyBytes = 16 << 20;
    int maxHeadBytes = 128 << 10;
    int maxHeaders = 1000;
    int maxIdle = 1024;
    boolean cookies;
    boolean acceptBadCertificates;
    @Nullable KeyStore trusted;
    @Nullable InetSocketAddress proxy;

    private Builder(String agent, AddressGate gate) {
      this.agent = checked(agent);
      this.gate = gate;
    }

    private static String checked(String agent) {
      if (!RequestHead.clean(agent)) {
        throw new nephila.UserError(
            "agent '" + agent.strip() + "': letters and signs of one line only");
      }
      return agent;
    }

    public Builder resolver(Resolver resolver) {
      this.resolver = resolver;
      return this;
    }

    public Builder clock(InstantSource clock, LongSupplier nanos) {
      this.clock = clock;
      this.nanos = nanos;
      return this;
    }

    /// How long the addresses of a host are remembered, and how long to wait for them.
    public Builder dns(Duration ttl, Duration timeout) {
      this.dnsTtl = ttl;
      this.dnsTimeout = timeout;
      return this;
    }

    public Builder timeouts(Duration connect, Duration firstByte, Duration whole) {
      this.connectTimeout = connect;
      this.firstByteTimeout = firstByte;
      this.wholeTimeout = whole;
      return this;
    }

    /// A body that brings less than this on average over any window is cut.
    public Builder minimumRate(int bytesPerSecond, Duration window) {
      this.minBytesPerSecond = bytesPerSecond;
      this.rateWindow = window;
      return this;
    }

    /// Bodies are cut at this many bytes on the wire.
    public Builder maxBodyBytes(int bytes) {
      this.maxBodyBytes = Math.clamp(bytes, 0, 1 << 30);
      return this;
    }

    public Builder headLimits(int bytes, int fields) {
      this.maxHeadBytes = bytes;
      this.maxHeaders = fields;
      return this;
    }

    /// How many idle connections are kept, and how long.
    public Builder keepAlive(int connections, Duration idle) {
      this.maxIdle = connections;
      this.idleTimeout = idle;
      return this;
    }

    /// Sends every request through an HTTP proxy. Names are then resolved there, out of the gate's
    /// sight.
    public Builder proxy(String host, int port) {
      this.proxy = InetSocketAddress.createUnresolved(host, port);
      return this;
    }

    public Builder cookies(boolean on) {
      this.cookies = on;
      return this;
    }

    /// Reads on when a certificate is expired, self-signed or another host's, and says so in
    /// [Exchange.Circumstances#certificateProblem].
    public Builder acceptBadCertificates(boolean on) {
      this.acceptBadCertificates = on;
      return this;
    }

    /// Authorities to trust instead of the JDK's.
    public Builder trust(KeyStore authorities) {
      this.trusted = authorities;
      return this;
    }

    public HttpFetcher build() {
      HttpFetcher fetcher = new HttpFetcher(this);
      fetcher.watchdog.start();
      return fetcher;
    }
  }
}
