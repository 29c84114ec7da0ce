package nephila.server;

import crawlercommons.urlfrontier.URLFrontierGrpc;
import crawlercommons.urlfrontier.Urlfrontier;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/// A client of the API, made of the generated stubs.
final class Client implements AutoCloseable {
  private final ManagedChannel channel;
  final URLFrontierGrpc.URLFrontierBlockingStub calls;

  Client(int port) {
    channel = ManagedChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
    calls = URLFrontierGrpc.newBlockingStub(channel);
  }

  static Urlfrontier.URLItem discovered(String crawl, String url, String parent) {
    Urlfrontier.URLInfo.Builder info =
        Urlfrontier.URLInfo.newBuilder().setUrl(url).setCrawlID(crawl);
    if (!parent.isEmpty()) {
      info.putMetadata(
          UrlItem.PARENT, Urlfrontier.StringList.newBuilder().addValues(parent).build());
    }
    return Urlfrontier.URLItem.newBuilder()
        .setDiscovered(Urlfrontier.DiscoveredURLItem.newBuilder().setInfo(info))
        .build();
  }

  static Urlfrontier.URLItem known(Urlfrontier.URLInfo info, long refetchableFrom) {
    return Urlfrontier.URLItem.newBuilder()
        .setKnown(
            Urlfrontier.KnownURLItem.newBuilder()
                .setInfo(info)
                .setRefetchableFromDate(refetchableFrom))
        .build();
  }

  static Urlfrontier.URLItem known(String crawl, String url, long refetchableFrom) {
    return known(
        Urlfrontier.URLInfo.newBuilder().setUrl(url).setCrawlID(crawl).build(), refetchableFrom);
  }

  /// Puts items on one stream and waits for all acknowledgements, by ID.
  Map<String, Urlfrontier.AckMessage.Status> put(List<Urlfrontier.URLItem> items) throws Exception {
    Map<String, Urlfrontier.AckMessage.Status> acks = new ConcurrentHashMap<>();
    CompletableFuture<Boolean> ended = new CompletableFuture<>();
    StreamObserver<Urlfrontier.URLItem> stream =
        URLFrontierGrpc.newStub(channel)
            .putURLs(
                new StreamObserver<>() {
                  @Override
                  public void onNext(Urlfrontier.AckMessage ack) {
                    acks.put(ack.getID(), ack.getStatus());
                  }

                  @Override
                  public void onError(Throwable e) {
                    ended.completeExceptionally(e);
                  }

                  @Override
                  public void onCompleted() {
                    ended.complete(true);
                  }
                });
    items.forEach(stream::onNext);
    stream.onCompleted();
    ended.get(60, TimeUnit.SECONDS);
    return acks;
  }

  Map<String, Urlfrontier.AckMessage.Status> put(Urlfrontier.URLItem... items) throws Exception {
    return put(List.of(items));
  }

  List<Urlfrontier.URLInfo> get(String crawl, int urls, int queues) {
    List<Urlfrontier.URLInfo> found = new ArrayList<>();
    calls
        .getURLs(
            Urlfrontier.GetParams.newBuilder()
                .setCrawlID(crawl)
                .setMaxUrlsPerQueue(urls)
                .setMaxQueues(queues)
                .build())
        .forEachRemaining(found::add);
    return found;
  }

  List<String> urls(String crawl, int urls, int queues) {
    return get(crawl, urls, queues).stream().map(Urlfrontier.URLInfo::getUrl).toList();
  }

  /// Sends bytes that are no message.
  void malformed() {
    MethodDescriptor<byte[], byte[]> method =
        MethodDescriptor.<byte[], byte[]>newBuilder(BYTES, BYTES)
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName(URLFrontierGrpc.getGetStatsMethod().getFullMethodName())
            .build();
    byte[] noMessage = {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF};
    ClientCalls.blockingUnaryCall(channel, method, CallOptions.DEFAULT, noMessage);
  }

  private static final MethodDescriptor.Marshaller<byte[]> BYTES =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] value) {
          return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
          try {
            return stream.readAllBytes();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };

  Urlfrontier.Stats stats(String crawl) {
    return calls.getStats(
        Urlfrontier.QueueWithinCrawlParams.newBuilder().setCrawlID(crawl).build());
  }

  @Override
  public void close() throws Exception {
    channel.shutdownNow();
    channel.awaitTermination(5, TimeUnit.SECONDS);
  }
}
