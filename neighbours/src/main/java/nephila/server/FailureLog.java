package nephila.server;

import io.grpc.ForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import nephila.UserError;
import org.jspecify.annotations.Nullable;

/// Counts the calls of clients that fail, malformed ones among them, and tells of them a line a
/// minute at most: without it the gRPC library writes a stack trace for each.
///
/// Thread-safe. One at a time in a process: the library has one log.
final class FailureLog extends Handler implements ServerInterceptor {
  private static final long MINUTE_MILLIS = Duration.ofMinutes(1).toMillis();
  private static final Logger LIBRARY = Logger.getLogger("io.grpc");

  private final Consumer<String> tell;
  private final InstantSource clock;
  private long failures;
  private long told;
  private long tellAtMillis;

  FailureLog(Consumer<String> tell, InstantSource clock) {
    this.tell = tell;
    this.clock = clock;
  }

  /// Takes the place of what the library writes.
  void open() {
    LIBRARY.setUseParentHandlers(false);
    LIBRARY.addHandler(this);
  }

  @Override
  public void close() {
    LIBRARY.removeHandler(this);
    LIBRARY.setUseParentHandlers(true);
  }

  @Override
  public void publish(LogRecord record) {
    if (record.getLevel().intValue() >= Level.WARNING.intValue()) {
      failed(record.getThrown(), String.valueOf(record.getMessage()));
    }
  }

  @Override
  public void flush() {
    // nothing is kept back
  }

  /// Calls that failed so far.
  synchronized long failures() {
    return failures;
  }

  private synchronized void failed(@Nullable Throwable why, String otherwise) {
    failures++;
    long now = clock.millis();
    if (now >= tellAtMillis) {
      String cause = why == null ? otherwise : why.toString();
      tell.accept(
          "%,d call%s of clients failed, the last one: %s"
              .formatted(
                  failures - told,
                  failures - told == 1 ? "" : "s",
                  cause.lines().findFirst().orElse("")));
      told = failures;
      tellAtMillis = now + MINUTE_MILLIS;
    }
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    return new ForwardingServerCallListener.SimpleForwardingServerCallListener<>(
        next.startCall(call, headers)) {
      private boolean closed;

      @Override
      public void onMessage(Q message) {
        guarded(() -> super.onMessage(message));
      }

      @Override
      public void onHalfClose() {
        guarded(super::onHalfClose);
      }

      private void guarded(Runnable step) {
        if (closed) {
          return;
        }
        try {
          step.run();
        } catch (RuntimeException e) {
          closed = true;
          failed(e, "");
          Status status = e instanceof UserError ? Status.INVALID_ARGUMENT : Status.INTERNAL;
          call.close(status.withDescription(e.getMessage()), new Metadata());
        }
      }
    };
  }
}
