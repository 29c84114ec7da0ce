package nephila.server;

import crawlercommons.urlfrontier.URLFrontierGrpc;
import crawlercommons.urlfrontier.Urlfrontier;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import nephila.frontier.HostQueue;

/// The calls of the URLFrontier API 2.5 (crawler-commons) on [Frontiers].
///
/// Differs from the reference service: URLs of a queue, and queues, come by importance instead of
/// by age and in turn; a crawl's delays, blocks, limits and leases survive a restart; an
/// acknowledgement is sent when the URL is on disk. There is one node, so `local` says nothing.
final class UrlFrontierService extends URLFrontierGrpc.URLFrontierImplBase {
  private static final int LEASE_SECONDS = 30;
  private static final int LISTED = 100;

  private final Frontiers crawls;
  private final String address;
  private final List<Logger> levelled = new ArrayList<>();
  private final AtomicInteger turn = new AtomicInteger();

  UrlFrontierService(Frontiers crawls, String address) {
    this.crawls = crawls;
    this.address = address;
  }

  private static <T> void answer(StreamObserver<T> to, T value) {
    to.onNext(value);
    to.onCompleted();
  }

  private static RuntimeException internal(RuntimeException e) {
    return Status.INTERNAL.withDescription(e.getMessage()).withCause(e).asRuntimeException();
  }

  /// Asks a crawl, which is begun when it is new, and sends one answer.
  private <R, T> void ask(
      String crawl, StreamObserver<T> to, Function<ClientFrontier, R> what, Function<R, T> answer) {
    crawls
        .crawl(crawl)
        .ask(what, found -> answer(to, answer.apply(found)), e -> to.onError(internal(e)));
  }

  private void change(
      String crawl,
      StreamObserver<Urlfrontier.Empty> to,
      java.util.function.Consumer<ClientFrontier> what) {
    ask(
        crawl,
        to,
        books -> {
          what.accept(books);
          return true;
        },
        done -> Urlfrontier.Empty.getDefaultInstance());
  }

  @Override
  public void listNodes(Urlfrontier.Empty ask, StreamObserver<Urlfrontier.StringList> to) {
    answer(to, Urlfrontier.StringList.newBuilder().addValues(address).build());
  }

  @Override
  public void listCrawls(Urlfrontier.Local ask, StreamObserver<Urlfrontier.StringList> to) {
    answer(to, Urlfrontier.StringList.newBuilder().addAllValues(crawls.names()).build());
  }

  @Override
  public void deleteCrawl(Urlfrontier.DeleteCrawlMessage ask, StreamObserver<Urlfrontier.Long> to) {
    answer(to, number(crawls.delete(ask.getValue())));
  }

  private static Urlfrontier.Long number(long value) {
    return Urlfrontier.Long.newBuilder().setValue(value).build();
  }

  @Override
  public void listQueues(Urlfrontier.Pagination ask, StreamObserver<Urlfrontier.QueueList> to) {
    long size = ask.getSize() == 0 ? LISTED : Integer.toUnsignedLong(ask.getSize());
    ask(
        ask.getCrawlID(),
        to,
        books -> {
          List<HostQueue<ClientQueue>> all =
              books.queues().stream()
                  .filter(queue -> ask.getIncludeInactive() || books.isActive(queue))
                  .toList();
          return Urlfrontier.QueueList.newBuilder()
              .addAllValues(
                  all.stream()
                      .skip(Integer.toUnsignedLong(ask.getStart()))
                      .limit(size)
                      .map(queue -> queue.host().key)
                      .toList())
              .setTotal(all.size())
              .setStart(ask.getStart())
              .setSize((int) size)
              .setCrawlID(Frontiers.normal(ask.getCrawlID()))
              .build();
        },
        list -> list);
  }

  @Override
  public void getURLs(Urlfrontier.GetParams ask, StreamObserver<Urlfrontier.URLInfo> to) {
    boolean any = !ask.hasCrawlID();
    if (!crawls.active() || (any && !ask.getKey().isEmpty())) {
      to.onCompleted();
      return;
    }
    List<String> names = new ArrayList<>(any ? crawls.names() : List.of(ask.getCrawlID()));
    if (any && !names.isEmpty()) {
      java.util.Collections.rotate(names, turn.getAndIncrement() % names.size());
    }
    give(ask, names, most(ask.getMaxQueues()), to);
  }

  private static int most(int asked) {
    return asked <= 0 ? Integer.MAX_VALUE : asked;
  }

  /// Gives what the first of the crawls has, and goes on with the others while queues are left.
  private void give(
      Urlfrontier.GetParams ask,
      List<String> names,
      int queues,
      StreamObserver<Urlfrontier.URLInfo> to) {
    FrontierCrawl crawl = names.isEmpty() ? null : crawls.known(names.getFirst());
    if (names.isEmpty() || queues <= 0) {
      to.onCompleted();
      return;
    }
    List<String> others = names.subList(1, names.size());
    if (crawl == null) {
      give(ask, others, queues, to);
      return;
    }
    int lease = ask.getDelayRequestable() == 0 ? LEASE_SECONDS : ask.getDelayRequestable();
    String name = Frontiers.normal(names.getFirst());
    crawl.ask(
        books -> books.take(ask.getKey(), most(ask.getMaxUrlsPerQueue()), queues, lease),
        taken -> {
          taken.forEach(entry -> to.onNext(Messages.info(entry, name)));
          long served = taken.stream().map(UrlItem::key).distinct().count();
          give(ask, others, (int) (queues - served), to);
        },
        e -> to.onError(internal(e)));
  }

  @Override
  public StreamObserver<Urlfrontier.URLItem> putURLs(StreamObserver<Urlfrontier.AckMessage> to) {
    return new PutStream(crawls, (ServerCallStreamObserver<Urlfrontier.AckMessage>) to);
  }

  @Override
  public void getStats(
      Urlfrontier.QueueWithinCrawlParams ask, StreamObserver<Urlfrontier.Stats> to) {
    ask(
        ask.getCrawlID(),
        to,
        books -> {
          HostQueue<ClientQueue> one = books.known(ask.getKey());
          List<HostQueue<ClientQueue>> queues =
              ask.getKey().isEmpty() ? books.queues() : one == null ? List.of() : List.of(one);
          return Messages.stats(queues, Frontiers.normal(ask.getCrawlID()));
        },
        stats -> stats);
  }

  @Override
  public void deleteQueue(
      Urlfrontier.QueueWithinCrawlParams ask, StreamObserver<Urlfrontier.Long> to) {
    ask(ask.getCrawlID(), to, books -> books.delete(ask.getKey()), UrlFrontierService::number);
  }

  @Override
  public void blockQueueUntil(
      Urlfrontier.BlockQueueParams ask, StreamObserver<Urlfrontier.Empty> to) {
    change(
        ask.getCrawlID(),
        to,
        books -> books.set(ask.getKey(), queue -> queue.blockedUntil = ask.getTime()));
  }

  @Override
  public void setActive(Urlfrontier.Active ask, StreamObserver<Urlfrontier.Empty> to) {
    crawls.active(ask.getState());
    answer(to, Urlfrontier.Empty.getDefaultInstance());
  }

  @Override
  public void getActive(Urlfrontier.Local ask, StreamObserver<Urlfrontier.Boolean> to) {
    answer(to, Urlfrontier.Boolean.newBuilder().setState(crawls.active()).build());
  }

  @Override
  public void setDelay(Urlfrontier.QueueDelayParams ask, StreamObserver<Urlfrontier.Empty> to) {
    long seconds = Integer.toUnsignedLong(ask.getDelayRequestable());
    change(
        ask.getCrawlID(),
        to,
        books -> {
          if (ask.getKey().isEmpty()) {
            books.usualDelay(seconds);
          } else {
            books.set(ask.getKey(), queue -> queue.delaySeconds = seconds);
          }
        });
  }

  @Override
  public void setLogLevel(Urlfrontier.LogLevelParams ask, StreamObserver<Urlfrontier.Empty> to) {
    Logger logger = Logger.getLogger(ask.getPackage());
    logger.setLevel(
        switch (ask.getLevel()) {
          case TRACE -> Level.FINEST;
          case DEBUG -> Level.FINE;
          case WARN -> Level.WARNING;
          case ERROR -> Level.SEVERE;
          default -> Level.INFO;
        });
    synchronized (levelled) {
      levelled.add(logger); // else it might be forgotten, with its level
    }
    answer(to, Urlfrontier.Empty.getDefaultInstance());
  }

  @Override
  public void setCrawlLimit(
      Urlfrontier.CrawlLimitParams ask, StreamObserver<Urlfrontier.Empty> to) {
    long limit = ask.getLimit() == 0 ? ClientQueue.USUAL : Integer.toUnsignedLong(ask.getLimit());
    change(ask.getCrawlID(), to, books -> books.set(ask.getKey(), queue -> queue.limit = limit));
  }

  @Override
  public void getURLStatus(
      Urlfrontier.URLStatusRequest ask, StreamObserver<Urlfrontier.URLItem> to) {
    FrontierCrawl crawl = crawls.known(ask.getCrawlID());
    java.util.Optional<PutUrl> found =
        crawl == null
            ? java.util.Optional.empty()
            : crawl.ask(books -> java.util.Optional.ofNullable(books.status(ask.getUrl())));
    if (found.isEmpty()) {
      to.onError(
          Status.NOT_FOUND
              .withDescription(ask.getUrl() + " is not in the frontier")
              .asRuntimeException());
    } else {
      answer(to, Messages.item(found.get(), Frontiers.normal(ask.getCrawlID())));
    }
  }

  @Override
  public void listURLs(Urlfrontier.ListUrlParams ask, StreamObserver<Urlfrontier.URLItem> to) {
    long size = ask.getSize() == 0 ? LISTED : Integer.toUnsignedLong(ask.getSize());
    UrlTextFilter filter = new UrlTextFilter(ask.getFilter(), ask.getIgnoreCase());
    crawls
        .crawl(ask.getCrawlID())
        .ask(
            books -> books.list(ask.getKey(), filter, Integer.toUnsignedLong(ask.getStart()), size),
            found -> {
              String crawl = Frontiers.normal(ask.getCrawlID());
              found.forEach(put -> to.onNext(Messages.item(put, crawl)));
              to.onCompleted();
            },
            e -> to.onError(internal(e)));
  }

  @Override
  public void countURLs(Urlfrontier.CountUrlParams ask, StreamObserver<Urlfrontier.Long> to) {
    UrlTextFilter filter = new UrlTextFilter(ask.getFilter(), ask.getIgnoreCase());
    ask(
        ask.getCrawlID(),
        to,
        books -> books.count(ask.getKey(), filter),
        UrlFrontierService::number);
  }
}
