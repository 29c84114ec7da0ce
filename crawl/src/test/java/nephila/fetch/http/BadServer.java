package nephila.fetch.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// A server on loopback that does to each connection whatever a test tells it to.
public final class BadServer implements AutoCloseable {
  /// What to do with one connection; it is closed afterwards.
  public interface Manners {
    void serve(Talk talk) throws Exception;
  }

  /// A connection as a test sees it.
  public static final class Talk {
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final BadServer server;

    Talk(Socket socket, BadServer server) throws IOException {
      this.socket = socket;
      this.server = server;
      this.in = socket.getInputStream();
      this.out = socket.getOutputStream();
    }

    /// Reads one request head; empty when the client has gone.
    public String request() throws IOException {
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        int b = in.read();
        if (b < 0) {
          return "";
        }
        head.append((char) b);
      }
      server.requests.add(head.toString());
      return head.toString();
    }

    public void say(String text) throws IOException {
      say(text.getBytes(ISO_8859_1));
    }

    public void say(byte[] bytes) throws IOException {
      out.write(bytes);
      out.flush();
    }

    /// Says no more and hangs until the test is over, having told it that this point is reached.
    public void stall() throws InterruptedException {
      server.stalled.countDown();
      server.over.await();
    }

    /// Ends the connection with a reset instead of a goodbye.
    public void reset() throws IOException {
      socket.setSoLinger(true, 0);
      socket.close();
    }

    public void halfClose() throws IOException {
      socket.shutdownOutput();
    }
  }

  final List<String> requests = new CopyOnWriteArrayList<>();
  final AtomicInteger connections = new AtomicInteger();
  final CountDownLatch stalled = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final ServerSocket listening;
  private final Manners manners;

  public BadServer(Manners manners) throws IOException {
    this(new ServerSocket(), manners);
  }

  public BadServer(ServerSocket listening, Manners manners) throws IOException {
    this.listening = listening;
    this.manners = manners;
    listening.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0));
    Thread.ofVirtual().start(this::accept);
  }

  /// Answers every request on every connection with these bytes and keeps the connection.
  static BadServer saying(String response) throws IOException {
    return new BadServer(
        talk -> {
          while (!talk.request().isEmpty()) {
            talk.say(response);
          }
        });
  }

  /// Answers one request with these bytes and closes.
  static BadServer sayingOnce(String response) throws IOException {
    return new BadServer(
        talk -> {
          talk.request();
          talk.say(response);
        });
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket socket = listening.accept();
        connections.incrementAndGet();
        open.add(socket);
        Thread.ofVirtual().start(() -> serve(socket));
      } catch (IOException e) {
        // Closed: the test is over.
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      manners.serve(new Talk(socket, this));
    } catch (Exception e) {
      // The client has gone: as the test wants it.
    }
  }

  int port() {
    return listening.getLocalPort();
  }

  public String url() {
    return "http://127.0.0.1:" + port() + "/";
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
