package nephila.server;

import io.grpc.ForwardingServerCallListener;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Lets calls of gRPC clients in that may call, and notes those that change something.
final class CallGate implements ServerInterceptor {
  private static final Metadata.Key<String> AUTHORIZATION =
      Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER);
  private static final Set<String> CHANGING =
      Set.of(
          "DeleteCrawl",
          "DeleteQueue",
          "BlockQueueUntil",
          "SetActive",
          "SetDelay",
          "SetCrawlLimit",
          "SetLogLevel");

  private final FrontierAccess access;
  private final ClientLimits limits;
  private final @Nullable FrontierChanges changes;

  CallGate(FrontierAccess access, ClientLimits limits, @Nullable FrontierChanges changes) {
    this.access = access;
    this.limits = limits;
    this.changes = changes;
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    String client = client(call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
    if (!access.admits(headers.get(AUTHORIZATION))) {
      return refused(call, Status.UNAUTHENTICATED, "the token is missing or wrong");
    }
    if (!limits.admits(client)) {
      return refused(
          call,
          Status.RESOURCE_EXHAUSTED,
          "more than " + access.callsASecond() + " calls a second; call less often");
    }
    ServerCall.Listener<Q> listener = next.startCall(call, headers);
    String method = String.valueOf(call.getMethodDescriptor().getBareMethodName());
    if (changes == null || !CHANGING.contains(method)) {
      return listener;
    }
    return new ForwardingServerCallListener.SimpleForwardingServerCallListener<>(listener) {
      @Override
      public void onMessage(Q message) {
        changes.note(client, "gRPC " + method + " " + message);
        super.onMessage(message);
      }
    };
  }

  private static <Q, A> ServerCall.Listener<Q> refused(
      ServerCall<Q, A> call, Status status, String why) {
    call.close(status.withDescription(why), new Metadata());
    return new ServerCall.Listener<>() {};
  }

  private static String client(@Nullable SocketAddress from) {
    return from instanceof InetSocketAddress inet
        ? inet.getAddress().getHostAddress()
        : String.valueOf(from);
  }
}
