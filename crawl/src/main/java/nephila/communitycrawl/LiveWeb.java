package nephila.communitycrawl;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.stream.IntStream;
import nephila.community.LocalDomain;
import nephila.community.PageSource;
import nephila.crawl.Crawl;
import nephila.crawl.CrawlListener;
import nephila.ledger.PageTable;
import nephila.store.CrawlStore;
import nephila.url.CanonicalUrl;
import nephila.url.Scope;
import nephila.view.CrawlStatus;
import org.jspecify.annotations.Nullable;

/// The live web as a source of pages: a page that was read is taken from the crawl's state, any
/// other is asked for by the crawl, politely. Pages have the numbers of their slots.
///
/// While it is open the crawl runs in a thread of its own and reads only what is asked for here.
/// When the crawl is stopped, [#fetch] throws [Stopped]; everything read until then is kept, and
/// opening the crawl again goes on from there.
public final class LiveWeb implements PageSource, AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(50);

  private final Crawl crawl;
  private final Duration patience;
  private final CompletableFuture<CrawlStatus> end = new CompletableFuture<>();
  private final Thread thread;
  private final Map<Integer, String> urls = new HashMap<>();

  /// The crawl was stopped while pages were asked for.
  public static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1;

    Stopped(String reason) {
      super(reason);
    }
  }

  /// @param patience a page counts as not to be had when its host is to be left alone for longer
  public LiveWeb(Crawl crawl, CrawlListener listener, Duration patience) {
    this.crawl = crawl;
    this.patience = patience;
    crawl.control().hold();
    thread =
        Thread.ofPlatform()
            .name("crawl")
            .start(
                () -> {
                  try {
                    end.complete(crawl.run(listener));
                  } catch (RuntimeException | Error e) {
                    end.completeExceptionally(e);
                  }
                });
  }

  /// The pages of the crawl's scope that are there: what the site has to rank.
  public LocalDomain localDomain() {
    Scope scope = crawl.plan().scopeRules();
    return LocalDomain.of(ask(store -> read(store, slot -> isLocal(store, scope, slot))));
  }

  /// Pages that were read and are not of the local domain, those outside it and what leads on
  /// inside it (redirects, missing pages): what [nephila.community.FindGlobalRank#include] takes.
  public int[] readBeside() {
    Scope scope = crawl.plan().scopeRules();
    return ask(store -> read(store, slot -> !isLocal(store, scope, slot)));
  }

  /// Of these pages, how many lie outside the crawl's scope.
  public int outside(int... slots) {
    Scope scope = crawl.plan().scopeRules();
    return ask(
        store -> (int) Arrays.stream(slots).filter(slot -> !inScope(store, scope, slot)).count());
  }

  private static boolean isLocal(CrawlStore store, Scope scope, int slot) {
    int status = store.pages().status(slot);
    return status >= 200 && status < 300 && inScope(store, scope, slot);
  }

  private static boolean inScope(CrawlStore store, Scope scope, int slot) {
    return scope.contains(CanonicalUrl.ofCanonical(store.url(slot)));
  }

  private static int[] read(CrawlStore store, java.util.function.IntPredicate wanted) {
    PageTable pages = store.pages();
    return IntStream.range(0, pages.size())
        .filter(slot -> pages.isRead(slot) && wanted.test(slot))
        .toArray();
  }

  @Override
  public void fetch(int[] pages, Arrivals arrivals) {
    awaitRead(pages);
    int[][] rows =
        ask(
            store ->
                Arrays.stream(pages)
                    .mapToObj(slot -> store.pages().row(slot).clone())
                    .toArray(int[][]::new));
    learn(rows);
    for (int i = 0; i < pages.length; i++) {
      arrivals.arrive(pages[i], rows[i], rows[i].length);
    }
  }

  /// Asks for the addresses of all pages met for the first time at once.
  private void learn(int[][] rows) {
    int[] met =
        Arrays.stream(rows)
            .flatMapToInt(Arrays::stream)
            .filter(slot -> !urls.containsKey(slot))
            .distinct()
            .toArray();
    List<String> found = ask(store -> Arrays.stream(met).mapToObj(store::url).toList());
    for (int i = 0; i < met.length; i++) {
      urls.put(met[i], found.get(i));
    }
  }

  private void awaitRead(int[] pages) {
    crawl.control().want(pages);
    while (answered(crawl.control().awaited(pages, patience)) > 0) {
      rest();
    }
  }

  private static void rest() {
    try {
      Thread.sleep(LOOK);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Stopped("interrupted");
    }
  }

  @Override
  public @Nullable String url(int page) {
    return urls.computeIfAbsent(page, slot -> ask(store -> store.url(slot)));
  }

  private <T> T ask(Function<CrawlStore, T> question) {
    return answered(crawl.control().ask(question));
  }

  private <T> T answered(CompletableFuture<T> answer) {
    try {
      CompletableFuture.anyOf(answer, end).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw e;
    }
    if (!answer.isDone()) {
      throw new Stopped(end.join().reason());
    }
    return answer.join();
  }

  /// Stops the crawl and waits until everything is written. The caller closes the crawl.
  @Override
  public void close() throws IOException {
    crawl.control().stop();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
