package nephila.communitycrawl;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.stream.IntStream;
import nephila.community.LocalDomain;
import nephila.community.PageSource;
import nephila.communitycrawl.CommunityPages.Role;
import nephila.crawl.Crawl;
import nephila.crawl.CrawlListener;
import nephila.ledger.PageTable;
import nephila.store.CrawlStore;
import nephila.store.record.UrlHash;
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

  /// What the pages read so far are to a community that scope and patterns describe: those that are
  /// there and described are members.
  public CommunityPages pagesInScope(Optional<CommunityPages> before) {
    Scope scope = crawl.plan().scopeRules();
    return ask(
        store -> {
          CommunityPages pages = new CommunityPages();
          for (int slot : read(store, any -> true)) {
            CanonicalUrl url = CanonicalUrl.ofCanonical(store.url(slot));
            boolean there = isThere(store, slot);
            if (scope.describes(url)) {
              Role role = there ? Role.MEMBER : Role.BESIDE;
              pages.put(url.text(), CommunityPages.Page.of(role));
            } else if (scope.contains(url)) {
              pages.put(url.text(), CommunityPages.Page.of(Role.WAY_IN));
            } else if (before.isEmpty() || before.get().of(url.text()).isPresent()) {
              pages.put(url.text(), CommunityPages.Page.of(Role.REJECTED));
            }
          }
          return pages;
        });
  }

  /// All pages within so many links of those that the user named are members; those that are not
  /// read yet are read now, level by level.
  public CommunityPages pagesWithin(int links, Optional<CommunityPages> before) {
    Set<Integer> reached = new LinkedHashSet<>();
    int[] level = slots(seedUrls());
    Arrays.stream(level).forEach(reached::add);
    for (int k = 0; k <= links; k++) {
      List<Integer> next = new ArrayList<>();
      fetch(
          level,
          (page, row, count) ->
              Arrays.stream(row, 0, count).filter(reached::add).forEach(next::add));
      if (k == links) {
        reached.removeAll(next);
      }
      level = next.stream().mapToInt(Integer::intValue).toArray();
    }
    return ask(
        store -> {
          CommunityPages pages = new CommunityPages();
          for (int slot : read(store, any -> true)) {
            String url = store.url(slot);
            if (reached.contains(slot)) {
              Role role = isThere(store, slot) ? Role.MEMBER : Role.BESIDE;
              pages.put(url, CommunityPages.Page.of(role));
            } else if (before.isEmpty() || before.get().of(url).isPresent()) {
              pages.put(url, CommunityPages.Page.of(Role.REJECTED));
            }
          }
          return pages;
        });
  }

  /// The members as a domain to be ranked.
  public LocalDomain domain(CommunityPages community) {
    return LocalDomain.of(ask(store -> read(store, slot -> community.isMember(store.url(slot)))));
  }

  /// Pages that were read and are no members: what [nephila.community.FindGlobalRank#include]
  /// takes.
  public int[] readBeside(CommunityPages community) {
    return ask(store -> read(store, slot -> !community.isMember(store.url(slot))));
  }

  /// Of these pages, how many were fetched around the community, for its estimate.
  public int fetchedAround(CommunityPages community, int... slots) {
    return ask(
        store ->
            (int)
                Arrays.stream(slots)
                    .filter(slot -> community.of(store.url(slot)).isEmpty())
                    .count());
  }

  /// Of these pages, how many were not to be had: they answered with an error or not at all.
  public int failed(int... slots) {
    return ask(store -> (int) Arrays.stream(slots).filter(slot -> !isThere(store, slot)).count());
  }

  /// A page that may be asked for.
  ///
  /// @param slot negative where the crawl does not know the page
  /// @param read whether it was read, or settled without
  /// @param worth over that of the mean page
  record Waiting(int slot, boolean read, double worth) {}

  Waiting[] waiting(List<CanonicalUrl> pages) {
    return ask(
        store -> {
          double known = Math.max(1, store.knownPages());
          return pages.stream()
              .map(
                  url -> {
                    int host = store.findHost(url.origin());
                    int slot = host < 0 ? -1 : store.find(host, UrlHash.of(url.text()));
                    return slot < 0
                        ? new Waiting(-1, false, 0)
                        : new Waiting(
                            slot,
                            store.pages().isRead(slot),
                            known * store.ledger().importance(slot));
                  })
              .toArray(Waiting[]::new);
        });
  }

  /// The slots of those of these pages that the crawl knows.
  int[] slots(List<CanonicalUrl> pages) {
    return Arrays.stream(waiting(pages))
        .mapToInt(Waiting::slot)
        .filter(slot -> slot >= 0)
        .toArray();
  }

  List<CanonicalUrl> seedUrls() {
    return crawl.plan().seedUrls();
  }

  /// The pages that the user named.
  public List<String> seeds() {
    return crawl.plan().seedUrls().stream().map(CanonicalUrl::text).toList();
  }

  private static boolean isThere(CrawlStore store, int slot) {
    int status = store.pages().status(slot);
    return status >= 200 && status < 300;
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

  void want(int[] pages) {
    crawl.control().want(pages);
  }

  /// Those of these pages, wanted before, that may still come.
  int[] left(int[] pages) {
    return answered(crawl.control().left(pages, patience));
  }

  void awaitRead(int[] pages) {
    crawl.control().want(pages);
    while (answered(crawl.control().awaited(pages, patience)) > 0) {
      rest();
    }
  }

  static void rest() {
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
