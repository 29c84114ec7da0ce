package nephila.server;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import nephila.UserError;

/// The frontier as a gRPC service. Plain text and without passwords, as clients of the API expect:
/// bound to this machine unless told otherwise.
public final class FrontierServer implements AutoCloseable {
  /// The port that clients try first.
  public static final int USUAL_PORT = 7071;

  private final Server server;
  private final FailureLog failures;

  private FrontierServer(Server server, FailureLog failures) {
    this.server = server;
    this.failures = failures;
  }

  /// Serves `crawls`; port 0 is any free one.
  ///
  /// @param tell is told of calls that failed, a line a minute at most
  public static FrontierServer start(
      Frontiers crawls, String host, int port, Consumer<String> tell) {
    String address = host + ":" + port;
    FailureLog failures = new FailureLog(tell, InstantSource.system());
    Server server =
        NettyServerBuilder.forAddress(new InetSocketAddress(host, port))
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .addService(new UrlFrontierService(crawls, address))
            .intercept(failures)
            .permitKeepAliveTime(10, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .build();
    try {
      FrontierServer started = new FrontierServer(server.start(), failures);
      failures.open();
      return started;
    } catch (IOException e) {
      throw new UserError(
          "frontier port " + port + " on " + host + " cannot be opened; choose another", e);
    }
  }

  public int port() {
    return server.getPort();
  }

  /// Calls of clients that failed so far.
  public long failures() {
    return failures.failures();
  }

  @Override
  public void close() {
    server.shutdown();
    try {
      if (!server.awaitTermination(3, TimeUnit.SECONDS)) {
        server.shutdownNow();
        server.awaitTermination(3, TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      server.shutdownNow();
      Thread.currentThread().interrupt();
    } finally {
      failures.close();
    }
  }
}
