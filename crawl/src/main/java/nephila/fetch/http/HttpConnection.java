package nephila.fetch.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import nephila.fetch.Failure;
import org.jspecify.annotations.Nullable;

/// A connection to a server, used by one exchange at a time or idle in the pool.
///
/// Reads block without a timeout of their own: the [Watchdog] closes the socket of a connection
/// whose deadline has passed, which ends the read. That costs nothing per read, and one rule covers
/// plain and secure sockets.
final class HttpConnection {
  /// Whose connection it is.
  record Key(boolean tls, String host, int port) {}

  /// What the exchange is waiting for, which names the failure when time runs out.
  enum Phase {
    IDLE,
    HANDSHAKE,
    FIRST_BYTE,
    REST,
    EXPIRED
  }

  private final Key key;
  private final Socket socket;
  private final InetAddress address;
  private final Watchdog watchdog;
  private InputStream in;
  private OutputStream out;
  private @Nullable String certificateProblem;

  private Phase phase = Phase.IDLE;
  private Phase expiredIn = Phase.IDLE;
  private long deadlineNanos;
  private long idleSinceNanos;
  private volatile long received;
  private long windowStartNanos;
  private long windowReceived;

  HttpConnection(Key key, Socket socket, InetAddress address, Watchdog watchdog)
      throws IOException {
    this.key = key;
    this.watchdog = watchdog;
    this.socket = socket;
    this.address = address;
    this.in = socket.getInputStream();
    this.out = socket.getOutputStream();
  }

  /// Talks through a secure socket layered over this connection's from now on.
  void secure(Socket over, @Nullable String problem) throws IOException {
    in = over.getInputStream();
    out = over.getOutputStream();
    certificateProblem = problem;
  }

  Key key() {
    return key;
  }

  InetAddress address() {
    return address;
  }

  Socket socket() {
    return socket;
  }

  @Nullable String certificateProblem() {
    return certificateProblem;
  }

  void write(byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  /// Reads some bytes; -1 at the end.
  int read(byte[] into, int from, int room) throws IOException {
    int n = in.read(into, from, room);
    if (n > 0) {
      received += n;
    }
    return n;
  }

  /// Whether bytes wait that no request asked for.
  boolean hasUnasked() throws IOException {
    return in.available() > 0;
  }

  /// From now until the next call, the exchange waits in `next` and may do so until the deadline.
  synchronized void await(Phase next, long nowNanos, long untilNanos) throws Fault {
    if (phase == Phase.EXPIRED) {
      throw expired();
    }
    phase = next;
    deadlineNanos = untilNanos;
    windowStartNanos = nowNanos;
    windowReceived = received;
  }

  /// The exchange is over and the connection may be used again; false when time ran out meanwhile.
  synchronized boolean rest(long nowNanos) {
    if (phase == Phase.EXPIRED) {
      return false;
    }
    phase = Phase.IDLE;
    idleSinceNanos = nowNanos;
    return true;
  }

  synchronized long idleSinceNanos() {
    return idleSinceNanos;
  }

  /// Closes the connection when its time is up; called by the watchdog.
  synchronized boolean expire(long nowNanos, long rateWindowNanos, long minPerWindow) {
    if (phase == Phase.IDLE || phase == Phase.EXPIRED) {
      return false;
    }
    boolean late = nowNanos - deadlineNanos >= 0;
    if (!late && phase == Phase.REST && nowNanos - windowStartNanos >= rateWindowNanos) {
      late = received - windowReceived < minPerWindow;
      windowStartNanos = nowNanos;
      windowReceived = received;
    }
    if (late) {
      expiredIn = phase;
      phase = Phase.EXPIRED;
      close();
    }
    return late;
  }

  synchronized boolean hasExpired() {
    return phase == Phase.EXPIRED;
  }

  /// The failure to report when time ran out before there was a response head.
  synchronized Fault expired() {
    return switch (expiredIn) {
      case HANDSHAKE -> new Fault(Failure.CONNECT_TIMEOUT, "no secure connection in time");
      case FIRST_BYTE -> new Fault(Failure.FIRST_BYTE_TIMEOUT, "no byte in time");
      default -> new Fault(Failure.WHOLE_TIMEOUT, "no response head in time");
    };
  }

  /// Closes the socket itself, never through a secure layer, which might block to say goodbye.
  void close() {
    watchdog.forget(this);
    try {
      socket.close();
    } catch (IOException e) {
      // Nothing to lose: it was to be closed.
    }
  }
}
