package nephila.crawl;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import nephila.UserError;

/// Orders by file: lines written to `control` in the crawl dir are obeyed within a second, moved
/// away, and answered in `control.log` ([ChangeLog]). What the lines may say is in
/// [CrawlControl#command].
public final class ControlFile implements AutoCloseable {
  private static final long LOOK_MILLIS = 500;

  private final Crawl crawl;
  private final Thread watcher;

  ControlFile(Crawl crawl) {
    this.crawl = crawl;
    this.watcher = Thread.ofVirtual().name("control file").unstarted(this::watch);
  }

  public static ControlFile watch(Crawl crawl) {
    ControlFile file = new ControlFile(crawl);
    file.watcher.start();
    return file;
  }

  private void watch() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        look();
        Thread.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Obeys what is there.
  void look() {
    Path file = crawl.dir().resolve("control");
    Path taken = crawl.dir().resolve("control.taken");
    try {
      Files.move(file, taken, StandardCopyOption.REPLACE_EXISTING);
      // Bytes that are no UTF-8 are shown in the answer to their line, and spoil no other.
      for (String line : new String(Files.readAllBytes(taken), UTF_8).lines().toList()) {
        if (!line.isBlank() && !line.startsWith("#")) {
          crawl.changes().note("file", line.strip() + ": " + obey(line));
        }
      }
      Files.delete(taken);
    } catch (NoSuchFileException e) {
      // nothing was ordered
    } catch (IOException e) {
      // one that could not be moved is looked at again in a moment; one that was stays as it is
    }
  }

  private String obey(String line) {
    try {
      crawl.control().command(line);
      return "done";
    } catch (UserError e) {
      return String.valueOf(e.getMessage());
    }
  }

  @Override
  public void close() {
    watcher.interrupt();
  }
}
