package nephila.text.pdf;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Has a process of its own read PDF files. One that takes longer than it may, or needs more memory
/// than the process has, is given up, and the process with it; the next file gets another. The
/// process begins with the first file. One file at a time; thread-safe.
public final class PdfTexts implements Closeable {
  private static final Duration USUAL_PATIENCE = Duration.ofSeconds(20);
  private static final int MOST_BYTES = 64 << 20;
  private static final int MEMORY_MIB = 384;

  /// What a PDF file says.
  ///
  /// @param created as ISO 8601, or empty
  public record PdfText(String title, String author, String created, String text) {}

  private final Duration patience;
  private @Nullable Process process;
  private @Nullable DataInputStream in;
  private @Nullable DataOutputStream out;

  public PdfTexts() {
    this(USUAL_PATIENCE);
  }

  PdfTexts(Duration patience) {
    this.patience = patience;
  }

  /// What the file says; empty when it is none, says nothing, or was given up.
  public synchronized Optional<PdfText> read(byte[] bytes, int offset, int length) {
    if (length > MOST_BYTES || length < 8) {
      return Optional.empty();
    }
    CompletableFuture<PdfText> answer = new CompletableFuture<>();
    Thread asking =
        Thread.ofPlatform()
            .daemon()
            .name("pdf")
            .start(
                () -> {
                  try {
                    answer.complete(ask(bytes, offset, length));
                  } catch (IOException | RuntimeException e) {
                    answer.completeExceptionally(e);
                  }
                });
    try {
      PdfText text = answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      return text.text.isBlank() ? Optional.empty() : Optional.of(text);
    } catch (ExecutionException | TimeoutException e) {
      end();
      return Optional.empty();
    } catch (InterruptedException e) {
      end();
      asking.interrupt();
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private PdfText ask(byte[] bytes, int offset, int length) throws IOException {
    if (process == null || !process.isAlive()) {
      begin();
    }
    DataOutputStream to = java.util.Objects.requireNonNull(out);
    DataInputStream from = java.util.Objects.requireNonNull(in);
    to.writeInt(length);
    to.write(bytes, offset, length);
    to.flush();
    return new PdfText(text(from), text(from), text(from), text(from));
  }

  private static String text(DataInputStream from) throws IOException {
    int length = from.readInt();
    if (length < 0 || length > 4 * PdfReader.MOST_CHARS) {
      throw new IOException("the reader of PDF files answers with " + length + " bytes");
    }
    return new String(from.readNBytes(length), StandardCharsets.UTF_8);
  }

  private void begin() throws IOException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process begun =
        new ProcessBuilder(
                java.toString(),
                "-Xmx" + MEMORY_MIB + "m",
                "-Xss2m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "-Djava.awt.headless=true",
                "-cp",
                System.getProperty("java.class.path").replace("\n", File.pathSeparator),
                PdfReader.class.getName())
            .redirectError(Redirect.DISCARD)
            .start();
    process = begun;
    in = new DataInputStream(new BufferedInputStream(begun.getInputStream()));
    out = new DataOutputStream(new BufferedOutputStream(begun.getOutputStream()));
  }

  private synchronized void end() {
    if (process != null) {
      process.destroyForcibly();
      process = null;
    }
  }

  @Override
  public void close() {
    end();
  }
}
