package nephila.crawl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import nephila.linelog.LineLog;
import org.jspecify.annotations.Nullable;

/// `control.log` in a crawl dir: who changed what of a crawl while it ran, and when, whether it was
/// obeyed or refused. A line an order, sealed ([LineLog]):
///
/// ```
/// 2026-11-19T21:00:00Z   dashboard 127.0.0.1   paused   17:0a1b2c3d
/// ```
///
/// Thread-safe. Nothing in it can be changed or taken out unseen but its last lines.
public final class ChangeLog implements AutoCloseable {
  private static final String NAME = "control.log";

  /// Lines of earlier versions: an order, a colon, what came of it.
  public static final Predicate<String> EARLIER = line -> line.contains(": ");

  private static final int MOST_TOLD = 100;
  private static final int LONGEST = 10_000;

  private final InstantSource clock;
  private final @Nullable LineLog log;
  private final Deque<String> newest = new ArrayDeque<>();

  private ChangeLog(@Nullable Path file, InstantSource clock) throws IOException {
    this.clock = clock;
    this.log = file == null ? null : LineLog.open(file, line -> keep(newest, line), EARLIER);
  }

  static ChangeLog open(Path dir, InstantSource clock) throws IOException {
    return new ChangeLog(dir.resolve(NAME), clock);
  }

  /// Of a crawl that has no dir here: the newest are known while this process lives.
  public static ChangeLog inMemory(InstantSource clock) {
    try {
      return new ChangeLog(null, clock);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // no file is opened
    }
  }

  /// The newest changes of a crawl that is not running, newest first.
  public static List<String> read(Path dir) throws IOException {
    Deque<String> newest = new ArrayDeque<>();
    LineLog.read(dir.resolve(NAME), line -> keep(newest, line), EARLIER);
    return List.copyOf(newest);
  }

  private static boolean keep(Deque<String> newest, String line) {
    newest.addFirst(line.replace('\t', ' '));
    if (newest.size() > MOST_TOLD) {
      newest.removeLast();
    }
    return true;
  }

  /// Notes that `who` did this.
  public synchronized void note(String who, String what) {
    String text = what.length() > LONGEST ? what.substring(0, LONGEST) + "…" : what;
    String line =
        clock.instant().truncatedTo(ChronoUnit.SECONDS)
            + "\t"
            + who.replaceAll("\\p{Cntrl}", " ")
            + "\t"
            + text.replaceAll("\\p{Cntrl}", " ");
    keep(newest, line);
    try {
      if (log != null) {
        log.append(line);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The newest hundred changes, newest first.
  public synchronized List<String> newest() {
    return new ArrayList<>(newest);
  }

  @Override
  public synchronized void close() throws IOException {
    if (log != null) {
      log.close();
    }
  }
}
