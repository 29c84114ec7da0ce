package nephila.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import nephila.linelog.LineLog;

/// `changes.log` in the folder of a frontier server: which client began, deleted or set what, and
/// when. URLs that are put and handed out are the crawls' own and are not in it. Lines are sealed
/// ([LineLog]). Thread-safe.
public final class FrontierChanges implements AutoCloseable {
  public static final String NAME = "changes.log";
  private static final int LONGEST = 2_000;

  private final LineLog log;
  private final InstantSource clock;

  public FrontierChanges(Path folder, InstantSource clock) throws IOException {
    Files.createDirectories(folder);
    this.log = LineLog.open(folder.resolve(NAME), line -> true);
    this.clock = clock;
  }

  synchronized void note(String client, String what) {
    String text = what.length() > LONGEST ? what.substring(0, LONGEST) + "…" : what;
    try {
      log.append(
          clock.instant().truncatedTo(ChronoUnit.SECONDS)
              + "\t"
              + client
              + "\t"
              + text.replaceAll("\\s+", " ").strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public synchronized void close() throws IOException {
    log.close();
  }
}
