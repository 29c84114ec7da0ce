package nephila.indexing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import nephila.Progress;
import nephila.search.Importance;
import nephila.search.SearchIndex;
import org.jspecify.annotations.Nullable;

/// Keeps the index of a crawl dir up to date while the crawl runs, on a thread of its own. Closing
/// it takes in the rest. The crawl knows nothing of it: it reads the archive. Other processes find
/// what was committed: the first round is, and then one of many.
public final class Following implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofSeconds(2);
  private static final int ROUNDS_TO_COMMIT = 15;

  private final Indexer indexer;
  private final Supplier<Importance> importance;
  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread thread;
  private volatile @Nullable Throwable trouble;

  private Following(Indexer indexer, Supplier<Importance> importance) {
    this.indexer = indexer;
    this.importance = importance;
    this.thread = Thread.ofPlatform().name("index").daemon().unstarted(this::run);
  }

  /// @param importance how important the pages are now, asked for every few seconds
  public static Following begin(Path dir, Supplier<Importance> importance) throws IOException {
    Following following = new Following(Indexer.open(dir, Progress.SILENT), importance);
    following.thread.start();
    return following;
  }

  public SearchIndex index() {
    return indexer.index();
  }

  private void run() {
    try {
      for (int round = 1; !end.await(PERIOD.toMillis(), TimeUnit.MILLISECONDS); round++) {
        indexer.follow();
        takeImportance();
        if (round % ROUNDS_TO_COMMIT == 1) {
          indexer.commit();
        }
      }
    } catch (IOException | RuntimeException e) {
      trouble = e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Takes in the rest, names included; call it when the crawl is over and its archive closed or
  /// written. Returns how many pages the index has.
  public long finish() throws IOException {
    stop();
    indexer.follow();
    indexer.finish();
    takeImportance();
    return indexer.index().pages();
  }

  private void takeImportance() {
    try {
      indexer.index().importance(importance.get());
    } catch (RuntimeException e) {
      // The crawl is busy: the importance of a moment ago will do.
    }
  }

  private void stop() throws IOException {
    end.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    switch (trouble) {
      case null -> {}
      case UncheckedIOException e -> throw new IOException(e);
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      default -> throw new AssertionError("nothing else is caught");
    }
  }

  @Override
  public void close() throws IOException {
    try (Indexer last = indexer) {
      stop();
    }
  }
}
