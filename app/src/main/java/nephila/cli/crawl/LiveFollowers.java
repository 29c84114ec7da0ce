package nephila.cli.crawl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import nephila.cli.Console;
import nephila.cli.view.LeastShare;
import nephila.copies.ArchivedCopies;
import nephila.copies.CopyFollowing;
import nephila.copies.CopyTracker;
import nephila.copies.TrackedTexts;
import nephila.crawl.Crawl;
import nephila.exchange.text.TextExport;
import nephila.exchange.text.TextFollowing;
import nephila.exchange.text.TextOptions;
import nephila.notices.Delivery;
import nephila.notices.NoticeFollowing;
import nephila.store.CrawlStore;
import nephila.store.record.UrlHash;
import nephila.url.CanonicalUrl;
import nephila.web.LiveCrawl;
import org.jspecify.annotations.Nullable;

/// What follows the archive of a running crawl: texts, copies. On a thread of its own, every second
/// or so; the crawl does not wait for it.
final class LiveFollowers implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofSeconds(1);

  /// How much of a text a page must have to be a copy.
  private static final double LEAST_SHARE = 0.15;

  private static final long LOOK_MILLIS = 5000;

  /// How long receivers get once the crawl is over.
  private static final long LAST_PATIENCE_MILLIS = 10_000;

  private final FollowOptions options;
  private final Path dir;
  private final LiveCrawl live;
  private final @Nullable TextFollowing texts;
  private final @Nullable CopyFollowing copies;
  private final @Nullable NoticeFollowing notices;
  private final @Nullable ArchivedCopies toldCopies;
  private final List<Delivery> deliveries = new ArrayList<>();
  private final Crawl crawl;
  private final Console console;
  private long lookedMillis;
  private final CountDownLatch end = new CountDownLatch(1);
  private final @Nullable Thread thread;
  private volatile @Nullable Throwable trouble;

  private LiveFollowers(
      FollowOptions options, Path dir, Crawl crawl, LiveCrawl live, Console console)
      throws IOException {
    this.console = console;
    this.options = options;
    this.dir = dir;
    this.crawl = crawl;
    this.live = live;
    Path text = options.text;
    CopyTracker tracker =
        options.track == null
            ? null
            : new CopyTracker(TrackedTexts.read(List.of(options.track)), LEAST_SHARE);
    this.copies = tracker == null ? null : CopyFollowing.begin(dir, tracker);
    boolean tells = !options.notify.isEmpty();
    this.toldCopies = tells && tracker != null ? new ArchivedCopies(tracker) : null;
    this.notices =
        tells
            ? NoticeFollowing.begin(
                dir, LeastShare.of("--notify-above", options.notifyAbove), options.watch)
            : null;
    if (notices != null) {
      notices.knowPages(crawl.store());
      for (String where : options.notify) {
        Delivery delivery = Delivery.begin(dir, where, Clock.systemUTC());
        delivery.grown(notices.length());
        deliveries.add(delivery);
      }
    }
    this.texts =
        text != null && TextFollowing.canFollow(text)
            ? TextFollowing.begin(dir, text, options.chunks, this::importance)
            : null;
    this.thread =
        texts == null && copies == null && notices == null
            ? null
            : Thread.ofPlatform().name("texts").daemon().start(this::run);
  }

  /// To be called before the crawl runs, by the thread that owns its store till then.
  static LiveFollowers begin(
      FollowOptions options, Path dir, Crawl crawl, LiveCrawl live, Console console)
      throws IOException {
    return new LiveFollowers(options, dir, crawl, live, console);
  }

  private double[] importance(List<String> urls) {
    return live.ask(store -> importance(store, urls));
  }

  private static double[] importance(CrawlStore store, List<String> urls) {
    double[] all = new double[urls.size()];
    for (int i = 0; i < all.length; i++) {
      String url = urls.get(i);
      int host = store.findHost(CanonicalUrl.ofCanonical(url).origin());
      int slot = host < 0 ? -1 : store.find(host, UrlHash.of(url));
      all[i] = slot < 0 ? 0 : store.ledger().importance(slot);
    }
    return all;
  }

  private void run() {
    try {
      while (!end.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS)) {
        follow();
      }
    } catch (IOException | RuntimeException e) {
      trouble = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void follow() throws IOException {
    if (copies != null) {
      copies.follow();
    }
    if (texts != null) {
      texts.follow();
    }
    if (notices != null) {
      tell(notices, false);
    }
  }

  private void tell(NoticeFollowing of, boolean atEnd) throws IOException {
    long now = System.currentTimeMillis();
    if (atEnd || now - lookedMillis >= LOOK_MILLIS) {
      lookedMillis = now;
      of.tell(live.ask(store -> of.look(store, now, atEnd)));
      of.status(crawl.status(), crawl.plan(), now);
    }
    of.follow(toldCopies == null ? null : toldCopies::of);
    for (Delivery delivery : deliveries) {
      delivery.grown(of.length());
      String complaint = atEnd ? "" : delivery.complaint();
      if (!complaint.isEmpty()) {
        console.err("%s", complaint);
      }
    }
  }

  /// Takes in the rest once the crawl is over.
  ///
  /// @param wholly whether it ended by itself: then texts are written anew by importance
  void finish(boolean wholly) throws IOException {
    stop();
    if (copies != null) {
      copies.follow();
      console.err(
          "%,d near copies of your texts were found; they are in %s.",
          copies.found(), dir.resolve(CopyFollowing.FILE));
    }
    if (notices != null) {
      tell(notices, true);
      for (Delivery delivery : deliveries) {
        String late = delivery.finish(LAST_PATIENCE_MILLIS);
        if (!late.isEmpty()) {
          console.err("%s", late);
        }
      }
    }
    Path text = options.text;
    if (texts != null) {
      texts.finish();
      if (!wholly) {
        console.err("%s: %,d pages were written in this run.", text, texts.written());
      }
    }
    if (text != null && (wholly || texts == null)) {
      TextOptions all = new TextOptions(0, null, java.util.Set.of(), false, options.chunks);
      TextExport export = new TextExport(dir, all, console.progress());
      List<TextExport.Result> results = new ArrayList<>();
      live.ask(
          store -> {
            try {
              if (texts != null) {
                texts.giveUp();
              }
              results.add(export.write(store, text));
              return true;
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
      if (texts != null) {
        texts.adopt();
      }
      console.err("%s: %s, the most important first.", text, results.getFirst().remark());
    }
  }

  private void stop() throws IOException {
    end.countDown();
    try {
      if (thread != null) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    switch (trouble) {
      case null -> {}
      case UncheckedIOException e -> throw e.getCause();
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      default -> throw new AssertionError("nothing else is caught");
    }
  }

  @Override
  public void close() throws IOException {
    end.countDown();
    if (thread != null) {
      thread.interrupt();
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    if (texts != null) {
      texts.close();
    }
    if (copies != null) {
      copies.close();
    }
    for (Delivery delivery : deliveries) {
      delivery.close();
    }
    if (notices != null) {
      notices.close();
    }
    if (toldCopies != null) {
      toldCopies.close();
    }
  }
}
