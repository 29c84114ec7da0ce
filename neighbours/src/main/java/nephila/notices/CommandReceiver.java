package nephila.notices;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A command of the shell that reads lines from its standard input. It is started with the first
/// line, and again when it has ended.
final class CommandReceiver implements Receiver {
  private static final long PATIENCE_SECONDS = 5;

  private final String command;
  private @Nullable Process process;

  CommandReceiver(String command) {
    this.command = command;
  }

  @Override
  public void take(String id, String line) throws IOException {
    if (process == null || !process.isAlive()) {
      process =
          new ProcessBuilder("sh", "-c", command)
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.INHERIT)
              .start();
    }
    OutputStream to = process.getOutputStream();
    to.write((line + "\n").getBytes(UTF_8));
    to.flush();
  }

  @Override
  public void close() throws IOException {
    if (process == null) {
      return;
    }
    try {
      process.getOutputStream().close();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroy();
      }
    } catch (InterruptedException e) {
      process.destroy();
      Thread.currentThread().interrupt();
    }
  }
}
