package nephila.bench;

import crawlercommons.urlfrontier.URLFrontierGrpc;
import crawlercommons.urlfrontier.Urlfrontier;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import nephila.server.FrontierServer;
import nephila.server.Frontiers;

/// Puts and gets a second of the URL frontier, clients and server in one process unless a port is
/// given. See `bench/frontier`.
public final class FrontierBench {
  private static final String PARENT = "nephila.parent";
  private static final int LINKS = 10;

  private final int hosts;
  private final List<ManagedChannel> channels = new ArrayList<>();

  private FrontierBench(int port, int hosts, int clients) {
    this.hosts = hosts;
    for (int i = 0; i < clients; i++) {
      channels.add(ManagedChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build());
    }
  }

  public static void main(String[] args) throws Exception {
    Path dir = Path.of(args[0]);
    long urls = Long.parseLong(args[1]);
    int hosts = Integer.parseInt(args[2]);
    int clients = Integer.parseInt(args[3]);
    int port = Integer.parseInt(args[4]);
    if (port != 0) {
      new FrontierBench(port, hosts, clients).run(urls);
      return;
    }
    try (Frontiers crawls = new Frontiers(dir, InstantSource.system());
        FrontierServer server = FrontierServer.start(crawls, "127.0.0.1", 0, line -> {})) {
      new FrontierBench(server.port(), hosts, clients).run(urls);
    }
    long begun = System.nanoTime();
    try (Frontiers crawls = new Frontiers(dir, InstantSource.system())) {
      System.out.printf(
          Locale.ROOT,
          "opened again with %d crawl in %.2f s%n",
          crawls.names().size(),
          (System.nanoTime() - begun) / 1e9);
    }
  }

  private void run(long urls) throws Exception {
    URLFrontierGrpc.newBlockingStub(channels.getFirst())
        .setDelay(Urlfrontier.QueueDelayParams.newBuilder().setDelayRequestable(0).build());
    phase("put discovered", urls, put(urls, this::discovered));
    long begun = System.nanoTime();
    double cpu = cpuSeconds();
    long got = getAll(urls / 10);
    double seconds = (System.nanoTime() - begun) / 1e9;
    System.out.printf(
        Locale.ROOT,
        "get and put back with %d links each: %,d URLs, %,.0f a second (%,.0f items put a second),"
            + " %.1f CPU µs a URL, clients included%n",
        LINKS,
        got,
        got / seconds,
        got * (LINKS + 1) / seconds,
        1e6 * (cpuSeconds() - cpu) / got);
    channels.forEach(ManagedChannel::shutdownNow);
  }

  private static double cpuSeconds() {
    return ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class)
            .getProcessCpuTime()
        / 1e9;
  }

  private static void phase(String name, long items, double[] took) {
    System.out.printf(
        Locale.ROOT,
        "%s: %,d items, %,.0f a second, %.1f CPU µs an item, clients included; %,d MiB heap%n",
        name,
        items,
        items / took[0],
        1e6 * took[1] / items,
        (Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory()) >> 20);
  }

  private String url(long number) {
    return "http://host" + number % hosts + ".example/some/path/page" + number + ".html";
  }

  private Urlfrontier.URLItem discovered(long number) {
    return discovered(url(number), url(number / 7));
  }

  private static Urlfrontier.URLItem discovered(String url, String parent) {
    return Urlfrontier.URLItem.newBuilder()
        .setDiscovered(
            Urlfrontier.DiscoveredURLItem.newBuilder()
                .setInfo(
                    Urlfrontier.URLInfo.newBuilder()
                        .setUrl(url)
                        .putMetadata(
                            PARENT, Urlfrontier.StringList.newBuilder().addValues(parent).build())))
        .build();
  }

  /// Puts `count` items over all channels; wall and CPU seconds until all are acknowledged.
  private double[] put(long count, LongFunction<Urlfrontier.URLItem> item) throws Exception {
    long begun = System.nanoTime();
    double cpu = cpuSeconds();
    AtomicLong next = new AtomicLong();
    CountDownLatch ended = new CountDownLatch(channels.size());
    for (ManagedChannel channel : channels) {
      URLFrontierGrpc.newStub(channel).putURLs(new Putting(next, count, item, ended));
    }
    ended.await();
    return new double[] {(System.nanoTime() - begun) / 1e9, cpuSeconds() - cpu};
  }

  /// One stream that sends while the transport takes it.
  private static final class Putting
      implements ClientResponseObserver<Urlfrontier.URLItem, Urlfrontier.AckMessage> {
    private final AtomicLong next;
    private final long count;
    private final LongFunction<Urlfrontier.URLItem> item;
    private final CountDownLatch ended;
    private boolean over;

    Putting(
        AtomicLong next, long count, LongFunction<Urlfrontier.URLItem> item, CountDownLatch ended) {
      this.next = next;
      this.count = count;
      this.item = item;
      this.ended = ended;
    }

    @Override
    public void beforeStart(ClientCallStreamObserver<Urlfrontier.URLItem> stream) {
      stream.setOnReadyHandler(
          () -> {
            while (stream.isReady() && !over) {
              long number = next.getAndIncrement();
              if (number < count) {
                stream.onNext(item.apply(number));
              } else {
                over = true;
                stream.onCompleted();
              }
            }
          });
    }

    @Override
    public void onNext(Urlfrontier.AckMessage ack) {}

    @Override
    public void onError(Throwable e) {
      System.out.println("failed: " + e);
      ended.countDown();
    }

    @Override
    public void onCompleted() {
      ended.countDown();
    }
  }

  private long getAll(long enough) throws Exception {
    long got = 0;
    URLFrontierGrpc.URLFrontierBlockingStub calls =
        URLFrontierGrpc.newBlockingStub(channels.getFirst());
    while (got < enough) {
      List<Urlfrontier.URLItem> items = new ArrayList<>();
      var taken =
          calls.getURLs(
              Urlfrontier.GetParams.newBuilder()
                  .setCrawlID("")
                  .setMaxUrlsPerQueue(10)
                  .setMaxQueues(100)
                  .build());
      while (taken.hasNext()) {
        Urlfrontier.URLInfo info = taken.next();
        for (int k = 0; k < LINKS; k++) {
          items.add(
              discovered(url(1_000_000_000L + (got * 31 + k * 7919L) % 5_000_000), info.getUrl()));
        }
        items.add(
            Urlfrontier.URLItem.newBuilder()
                .setKnown(Urlfrontier.KnownURLItem.newBuilder().setInfo(info))
                .build());
        got++;
      }
      if (items.isEmpty()) {
        break;
      }
      put(items.size(), number -> items.get((int) number));
    }
    return got;
  }
}
