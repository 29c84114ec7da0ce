package nephila.server;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import nephila.UserError;

/// The frontier as a gRPC service. Plain text and without passwords, as clients of the API expect:
/// bound to this machine unless told otherwise.
public final class FrontierServer implements AutoCloseable {
  /// The port that clients try first.
  public static final int USUAL_PORT = 7071;

  private final Server server;

  private FrontierServer(Server server) {
    this.server = server;
  }

  /// Serves `crawls`; port 0 is any free one.
  public static FrontierServer start(Frontiers crawls, String host, int port) {
    String address = host + ":" + port;
    Server server =
        NettyServerBuilder.forAddress(new InetSocketAddress(host, port))
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .addService(new UrlFrontierService(crawls, address))
            .permitKeepAliveTime(10, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .build();
    try {
      return new FrontierServer(server.start());
    } catch (IOException e) {
      throw new UserError(
          "frontier port " + port + " on " + host + " cannot be opened; choose another", e);
    }
  }

  public int port() {
    return server.getPort();
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
    }
  }
}
