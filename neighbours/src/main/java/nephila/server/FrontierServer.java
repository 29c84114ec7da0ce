package nephila.server;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import nephila.UserError;
import org.jspecify.annotations.Nullable;

/// The frontier as a gRPC service: plain text and without a token, as clients of the API expect,
/// where it is bound to this machine; [FrontierAccess] says otherwise.
public final class FrontierServer implements AutoCloseable {
  /// The port that clients try first.
  public static final int USUAL_PORT = 7071;

  private final Server server;
  private final FailureLog failures;

  private FrontierServer(Server server, FailureLog failures) {
    this.server = server;
    this.failures = failures;
  }

  /// Serves `crawls` to anybody who reaches the port; port 0 is any free one.
  ///
  /// @param tell is told of calls that failed, a line a minute at most
  public static FrontierServer start(
      Frontiers crawls, String host, int port, Consumer<String> tell) {
    return start(crawls, host, port, FrontierAccess.OPEN, null, tell);
  }

  /// Serves `crawls` to those who may call, and notes what they change.
  public static FrontierServer start(
      Frontiers crawls,
      String host,
      int port,
      FrontierAccess access,
      @Nullable FrontierChanges changes,
      Consumer<String> tell) {
    String address = host + ":" + port;
    ClientLimits limits = new ClientLimits(access.callsASecond(), System::nanoTime);
    FailureLog failures = new FailureLog(tell, InstantSource.system());
    Server server =
        builder(host, port, access)
            .executor(Executors.newVirtualThreadPerTaskExecutor())
            .addService(new UrlFrontierService(crawls, address))
            .intercept(failures)
            .intercept(new CallGate(access, limits, changes)) // the last one is the first called
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

  private static NettyServerBuilder builder(String host, int port, FrontierAccess access) {
    NettyServerBuilder builder = NettyServerBuilder.forAddress(new InetSocketAddress(host, port));
    if (access.certificates() != null && access.key() != null) {
      try {
        builder.sslContext(
            GrpcSslContexts.forServer(access.certificates().toFile(), access.key().toFile())
                .build());
      } catch (SSLException | IllegalArgumentException e) {
        throw new UserError(
            access.certificates()
                + ", "
                + access.key()
                + ": no certificate and its key (PEM, PKCS #8): "
                + e.getMessage(),
            e);
      }
    }
    return builder;
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
