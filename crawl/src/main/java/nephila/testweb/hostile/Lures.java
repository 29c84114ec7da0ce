package nephila.testweb.hostile;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/// The canary, on loopback addresses that no user allowed: it counts who connects. And every
/// spelling that leads there.
final class Lures implements Closeable {
  /// A name that leads to the canary.
  static final String NAME = "canary.test";

  /// A name that leads elsewhere when first asked for, and to the canary from then on.
  static final String REBOUND = "rebound.test";

  /// A name with two addresses: a host that is allowed, and the canary.
  static final String BOTH = "both.test";

  private final ServerSocket canary = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.79.2"));

  /// On the address of a host that is allowed, on another port.
  private final ServerSocket neighbour =
      new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.78.1"));

  /// Where `localhost` and the zero address lead.
  private final ServerSocket here = new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1"));

  private final AtomicInteger visits = new AtomicInteger();

  Lures() throws IOException {
    watch(canary);
    watch(neighbour);
    watch(here);
  }

  private void watch(ServerSocket socket) {
    Thread.ofVirtual()
        .start(
            () -> {
              while (!socket.isClosed()) {
                try (Socket visitor = socket.accept()) {
                  visits.incrementAndGet();
                  visitor
                      .getOutputStream()
                      .write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret".getBytes());
                } catch (IOException e) {
                  // Closed: all is over.
                }
              }
            });
  }

  /// How many connections reached the canary.
  int visits() {
    return visits.get();
  }

  InetAddress address() {
    return canary.getInetAddress();
  }

  /// The canary under its plain address, with a path.
  String url(String path) {
    return "http://127.0.79.2:" + canary.getLocalPort() + path;
  }

  /// Other ways to write it, by name: authorities to put behind `http://`.
  Map<String, String> spellings() {
    int port = canary.getLocalPort();
    Map<String, String> ways = new LinkedHashMap<>();
    ways.put("literal", "127.0.79.2:" + port);
    ways.put("decimal", "2130726658:" + port);
    ways.put("hexadecimal", "0x7f004f02:" + port);
    ways.put("octal", "0177.0.0117.02:" + port);
    ways.put("short", "127.20226:" + port);
    ways.put("mixed", "0x7f.0.79.2:" + port);
    ways.put("wide-digits", "１２７.0.79.2:" + port);
    ways.put("wide-dots", "127。0。79。2:" + port);
    ways.put("percent", "127.0.79.%32:" + port);
    ways.put("user", "example.org@127.0.79.2:" + port);
    ways.put("trailing-dot", "127.0.79.2.:" + port);
    ways.put("v6-mapped", "[::ffff:127.0.79.2]:" + port);
    ways.put("v6-mapped-hex", "[::ffff:7f00:4f02]:" + port);
    ways.put("v6-compatible", "[::127.0.79.2]:" + port);
    ways.put("v6-translated", "[::ffff:0:7f00:4f02]:" + port);
    ways.put("v6-nat64", "[64:ff9b::7f00:4f02]:" + port);
    ways.put("v6-6to4", "[2002:7f00:4f02::]:" + port);
    ways.put("name", NAME + ":" + port);
    ways.put("name-dot", NAME + ".:" + port);
    ways.put("name-upper-case", "CANARY.TEST:" + port);
    ways.put("rebound-name", REBOUND + ":" + port);
    ways.put("name-with-two-addresses", BOTH + ":" + port);
    ways.put("other-port", "127.0.78.1:" + neighbour.getLocalPort());
    ways.put("localhost", "localhost:" + here.getLocalPort());
    ways.put("sub-localhost", "a.localhost:" + here.getLocalPort());
    ways.put("zero-address", "0.0.0.0:" + here.getLocalPort());
    ways.put("zero", "0:" + here.getLocalPort());
    ways.put("v6-loopback", "[::1]:" + here.getLocalPort());
    ways.put("v6-unspecified", "[::]:" + here.getLocalPort());
    return ways;
  }

  @Override
  public void close() throws IOException {
    canary.close();
    neighbour.close();
    here.close();
  }
}
