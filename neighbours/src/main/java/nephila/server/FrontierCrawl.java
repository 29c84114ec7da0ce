package nephila.server;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import nephila.config.CrawlConfig;
import nephila.config.SelectionOrder;
import nephila.ledger.LedgerChoice;
import org.jspecify.annotations.Nullable;

/// One crawl of the frontier: its [ClientFrontier], owned by one thread that does what all clients
/// ask, in the order in which they ask. What waits is done together and committed once; only then
/// do clients hear of it. So an acknowledged URL survives a killed process, and nobody waits for
/// more than the commit that was under way.
final class FrontierCrawl implements AutoCloseable {
  private static final int TOGETHER = 8192;

  private final BlockingQueue<Task> tasks = new LinkedBlockingQueue<>();
  private final InstantSource clock;
  private final ClientFrontier books;
  private final Thread owner;
  private volatile boolean closed;

  /// Nobody does any more what is asked for.
  private volatile boolean ended;

  /// Something to do with the books; [#answered] is called after the commit.
  private abstract static class Task {
    abstract void run(ClientFrontier books);

    abstract void answered();

    abstract void failed(RuntimeException e);
  }

  /// @param otherwise ledger and order of a crawl that is new
  FrontierCrawl(String name, Path dir, CrawlConfig otherwise, InstantSource clock)
      throws IOException {
    this.clock = clock;
    this.books = new ClientFrontier(dir, otherwise, clock.millis());
    this.owner = Thread.ofPlatform().name("frontier " + name).daemon().start(this::work);
  }

  /// The ledger that the crawl was begun with.
  LedgerChoice choice() {
    return books.choice();
  }

  /// The order in which URLs are handed out, which it was begun with.
  SelectionOrder order() {
    return books.order();
  }

  private void work() {
    List<Task> batch = new ArrayList<>();
    try (books) {
      while (!closed || !tasks.isEmpty()) {
        batch.clear();
        batch.add(tasks.take());
        tasks.drainTo(batch, TOGETHER);
        together(batch);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ended = true;
      refuseTheRest();
    }
  }

  private void refuseTheRest() {
    for (Task task = tasks.poll(); task != null; task = tasks.poll()) {
      task.failed(new IllegalStateException("the crawl was closed"));
    }
  }

  private void together(List<Task> batch) {
    List<Task> done = new ArrayList<>(batch.size());
    for (Task task : batch) {
      try {
        books.now(clock.millis());
        task.run(books);
        done.add(task);
      } catch (RuntimeException e) {
        task.failed(e);
      } catch (Error e) {
        batch.forEach(each -> each.failed(new IllegalStateException(e)));
        throw e;
      }
    }
    try {
      books.commit();
      done.forEach(Task::answered);
    } catch (RuntimeException e) {
      done.forEach(task -> task.failed(e));
    } catch (Error e) {
      done.forEach(task -> task.failed(new IllegalStateException(e)));
      throw e;
    }
  }

  /// Does `what` with the books and gives the result to `then` when it is committed.
  <R> void ask(
      Function<ClientFrontier, R> what, Consumer<R> then, Consumer<RuntimeException> otherwise) {
    if (closed) {
      otherwise.accept(new IllegalStateException("the crawl was closed"));
      return;
    }
    tasks.add(
        new Task() {
          private @Nullable R result;

          @Override
          void run(ClientFrontier own) {
            result = what.apply(own);
          }

          @Override
          void answered() {
            if (result != null) {
              then.accept(result);
            }
          }

          @Override
          void failed(RuntimeException e) {
            otherwise.accept(e);
          }
        });
    if (ended) { // between the look above and now
      refuseTheRest();
    }
  }

  /// The same, waiting for the result.
  <R> R ask(Function<ClientFrontier, R> what) {
    CompletableFuture<R> result = new CompletableFuture<>();
    ask(what, result::complete, result::completeExceptionally);
    try {
      return result.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    }
  }

  /// Ends after everything that was asked for is done.
  @Override
  public void close() {
    CompletableFuture<Boolean> ended = new CompletableFuture<>();
    ask(own -> closed = true, ended::complete, ended::completeExceptionally);
    try {
      owner.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
