package nephila.testweb.hostile;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/// Serves one behaviour, on a loopback address of its own. A virtual thread a connection.
final class TortureHost implements Closeable {
  /// Of the test keys beside this class, which are secret to nobody.
  static final char[] PASSWORD = "password".toCharArray();

  final Behaviour behaviour;
  private final ServerSocket listening;
  private final String origin;
  private final Lures lures;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Map<String, AtomicInteger> requests = new ConcurrentHashMap<>();

  TortureHost(Behaviour behaviour, int number, Lures lures) throws IOException {
    this.behaviour = behaviour;
    this.lures = lures;
    InetAddress address = InetAddress.ofLiteral("127.0.78." + number);
    boolean secure = !behaviour.keys().isEmpty();
    this.listening =
        secure
            ? context(behaviour.keys()).getServerSocketFactory().createServerSocket(0, 500, address)
            : new ServerSocket(0, 500, address);
    boolean https = secure || behaviour.name().contains("tls-");
    String name = behaviour.host().isEmpty() ? address.getHostAddress() : behaviour.host();
    this.origin = (https ? "https://" : "http://") + name + ":" + listening.getLocalPort();
    Thread.ofVirtual().start(this::accept);
  }

  static KeyStore keys(String resource) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = TortureHost.class.getResourceAsStream(resource)) {
      store.load(in, PASSWORD);
    }
    return store;
  }

  private static SSLContext context(String resource) throws IOException {
    try {
      KeyManagerFactory factory = KeyManagerFactory.getInstance("PKIX");
      factory.init(keys(resource), PASSWORD);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(factory.getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket socket = listening.accept();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        // Closed, or a handshake that failed: the next.
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      Talk talk = new Talk(socket, over, lures, origin);
      do {
        if (behaviour.name().startsWith("early-")) {
          count("before the request");
          behaviour.manners().answer(talk);
          return;
        }
        if (!talk.request()) {
          return;
        }
        count(talk.path());
        if (talk.path().equals("/robots.txt") && !behaviour.ownRobots()) {
          talk.missing();
          talk.keep();
        } else {
          behaviour.manners().answer(talk);
        }
      } while (talk.keeps());
      socket.shutdownOutput();
      // The visitor shall read to the end before a reset can take it away.
      socket.getInputStream().read();
    } catch (Exception e) {
      // The visitor has gone: as it may.
    } finally {
      open.remove(socket);
    }
  }

  private void count(String path) {
    requests.computeIfAbsent(path, p -> new AtomicInteger()).incrementAndGet();
  }

  /// How often each path was asked for.
  Map<String, AtomicInteger> requests() {
    return requests;
  }

  String origin() {
    return origin;
  }

  InetAddress address() {
    return listening.getInetAddress();
  }

  /// What a crawl must be allowed to go to in order to come here.
  String network() {
    return address().getHostAddress() + ":" + listening.getLocalPort();
  }

  @Override
  public void close() throws IOException {
    over.countDown();
    listening.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
