package nephila.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Ctrl-C while something runs that must end cleanly: it is told to stop, and the process ends when
/// it has, or after a minute.
public final class Interruption implements AutoCloseable {
  private static final long PATIENCE_SECONDS = 60;

  private final CountDownLatch told = new CountDownLatch(1);
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread hook;

  private Interruption(Runnable stop) {
    hook =
        Thread.ofPlatform()
            .name("interruption")
            .unstarted(
                () -> {
                  told.countDown();
                  stop.run();
                  awaitEnd();
                });
  }

  /// For who waits for it with [#await].
  public static Interruption awaited() {
    return calls(() -> {});
  }

  /// Calls `stop` when the process is told to end.
  public static Interruption calls(Runnable stop) {
    Interruption interruption = new Interruption(stop);
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  /// Calls `last` when the process is told to end, which then ends without waiting for anything.
  public static Interruption ends(Runnable last) {
    Interruption interruption = new Interruption(last);
    interruption.over.countDown();
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  public boolean happened() {
    return told.getCount() == 0;
  }

  /// Waits until it happens.
  public void await() throws InterruptedException {
    told.await();
  }

  private void awaitEnd() {
    try {
      over.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// It has ended.
  @Override
  public void close() {
    over.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the process is ending: the hook has done its work
    }
  }
}
