package nephila.fetch.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NoRouteToHostException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLException;
import nephila.fetch.Failure;
import nephila.fetch.FetchRequest;
import org.jspecify.annotations.Nullable;

/// Makes connections: resolves the host, asks the gate about every address, connects to one that
/// passed, through the proxy if there is one, and secures it.
///
/// Behind a proxy the proxy resolves names, so the gate sees only literal addresses: what else may
/// be reached is then the proxy's to decide.
final class Connector {
  private static final int MAX_ADDRESSES = 4;

  private final Dns dns;
  private final AddressGate gate;
  private final Tls tls;
  private final Watchdog watchdog;
  private final LongSupplier nanos;
  private final long timeoutNanos;
  private final @Nullable InetSocketAddress proxy;
  private final Response.Limits limits;

  Connector(HttpFetcher.Builder options, Dns dns, Watchdog watchdog, Response.Limits limits) {
    this.dns = dns;
    this.watchdog = watchdog;
    this.gate = options.gate;
    this.tls = new Tls(options.acceptBadCertificates, options.trusted);
    this.nanos = options.nanos;
    this.timeoutNanos = options.connectTimeout.toNanos();
    this.proxy = options.proxy;
    this.limits = limits;
  }

  HttpConnection connect(HttpConnection.Key key) throws Fault {
    HttpConnection connection = proxy == null ? direct(key) : viaProxy(key, proxy);
    if (!key.tls()) {
      return connection;
    }
    try {
      long now = nanos.getAsLong();
      connection.await(HttpConnection.Phase.HANDSHAKE, now, now + timeoutNanos);
      if (proxy != null) {
        tunnel(connection);
      }
      tls.secure(connection);
      return connection;
    } catch (Fault e) {
      connection.close();
      throw e;
    } catch (IOException | RuntimeException e) {
      connection.close();
      if (connection.hasExpired()) {
        throw connection.expired();
      }
      String kind = e instanceof SSLException ? "" : "handshake broke: ";
      throw new Fault(Failure.TLS, kind + e.getMessage());
    }
  }

  private HttpConnection direct(HttpConnection.Key key) throws Fault {
    List<InetAddress> addresses = dns.addresses(key.host());
    Fault last =
        new Fault(Failure.ADDRESS_REFUSED, key.host() + " is at an address kept away from");
    long until = nanos.getAsLong() + timeoutNanos;
    int tried = 0;
    for (InetAddress address : addresses) {
      long left = until - nanos.getAsLong();
      if (gate.admits(address, key.port()) && tried++ < MAX_ADDRESSES && left > 0) {
        try {
          return open(key, new InetSocketAddress(address, key.port()), left);
        } catch (Fault e) {
          last = e;
        }
      }
    }
    throw last;
  }

  private HttpConnection viaProxy(HttpConnection.Key key, InetSocketAddress through) throws Fault {
    InetAddress named = withoutLookup(key.host());
    if (named != null && !gate.admits(named, key.port())) {
      throw new Fault(Failure.ADDRESS_REFUSED, key.host() + " is an address kept away from");
    }
    try {
      return open(
          key, new InetSocketAddress(through.getHostString(), through.getPort()), timeoutNanos);
    } catch (Fault e) {
      throw new Fault(Failure.PROXY, "proxy: " + e.detail());
    }
  }

  /// The address of a literal or of this machine's own name; null for a name that the proxy
  /// resolves.
  private static @Nullable InetAddress withoutLookup(String host) {
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    boolean here = name.equals("localhost") || name.endsWith(".localhost");
    try {
      return InetAddress.ofLiteral(here ? "127.0.0.1" : name);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private HttpConnection open(HttpConnection.Key key, InetSocketAddress to, long leftNanos)
      throws Fault {
    Socket socket = new Socket();
    try {
      if (to.isUnresolved()) {
        throw new Fault(Failure.DNS, "unknown host " + to.getHostString());
      }
      socket.setTcpNoDelay(true);
      int millis = (int) Math.clamp(TimeUnit.NANOSECONDS.toMillis(leftNanos), 1, Integer.MAX_VALUE);
      socket.connect(to, millis);
      HttpConnection connection = new HttpConnection(key, socket, to.getAddress(), watchdog);
      watchdog.watch(connection);
      return connection;
    } catch (IOException e) {
      closeQuietly(socket);
      throw fault(e, to);
    }
  }

  private static Fault fault(IOException e, InetSocketAddress to) {
    String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
    String where = to.getAddress().getHostAddress() + " port " + to.getPort();
    Failure kind;
    if (e instanceof SocketTimeoutException || message.contains("timed out")) {
      kind = Failure.CONNECT_TIMEOUT;
    } else if (e instanceof ConnectException && message.contains("refused")) {
      kind = Failure.REFUSED;
    } else if (Thread.currentThread().isInterrupted()) {
      kind = Failure.CANCELLED;
    } else if (e instanceof NoRouteToHostException || message.contains("unreachable")) {
      kind = Failure.UNREACHABLE;
    } else if (message.contains("too many open files")
        || message.contains("cannot assign")
        || message.contains("no buffer space")) {
      kind = Failure.LOCAL;
    } else {
      kind = Failure.UNREACHABLE;
    }
    return new Fault(kind, where + ": " + e.getMessage());
  }

  /// Asks the proxy for a way through to the host (RFC 9110 §9.3.6).
  private void tunnel(HttpConnection connection) throws IOException, Fault {
    HttpConnection.Key key = connection.key();
    String host = key.host().indexOf(':') >= 0 ? "[" + key.host() + "]" : key.host();
    String to = host + ":" + key.port();
    String ask = "CONNECT " + to + " HTTP/1.1\r\nHost: " + to + "\r\n\r\n";
    connection.write(ask.getBytes(ISO_8859_1));
    Response answer = new Response(limits);
    answer.readHead(connection, FetchRequest.Method.HEAD);
    int status = answer.head(answer.bytes()).status();
    if (status / 100 != 2) {
      throw new Fault(Failure.PROXY, "the proxy answered " + status);
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It never came to life.
    }
  }
}
