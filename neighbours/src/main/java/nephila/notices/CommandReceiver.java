package nephila.notices;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// A command of the shell, started for the lines that wait: it gets them on its standard input,
/// then the end of input. Exit code 0 is a receipt for all of them; with another, or when it does
/// not end in time and is killed, it gets all of them again.
final class CommandReceiver implements Receiver {
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final int MOST_LINES = 1000;

  private final String command;
  private final Duration patience;

  CommandReceiver(String command, Duration patience) {
    this.command = command;
    this.patience = patience;
  }

  @Override
  public int most() {
    return MOST_LINES;
  }

  @Override
  public void take(List<String> lines) throws IOException {
    Process process =
        new ProcessBuilder("sh", "-c", command)
            .redirectOutput(Redirect.DISCARD)
            .redirectError(Redirect.INHERIT)
            .start();
    byte[] bytes = (String.join("\n", lines) + "\n").getBytes(UTF_8);
    // Of its own: a command that does not read keeps the writer until it is killed.
    Thread.ofVirtual().start(() -> write(process, bytes));
    try {
      if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException("it does not end within " + patience.toSeconds() + " s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    if (process.exitValue() != 0) {
      throw new IOException("exit code " + process.exitValue());
    }
  }

  private static void write(Process process, byte[] bytes) {
    try (OutputStream to = process.getOutputStream()) {
      to.write(bytes);
    } catch (IOException e) {
      assert e != null : "a command need not read all; its exit code says what it has";
    }
  }

  @Override
  public void close() {}
}
