package nephila.cli;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import nephila.Progress;
import org.jspecify.annotations.Nullable;

/// What the user sees: results on stdout, everything else on stderr.
///
/// Text from the web may hold escape sequences; [#clean] makes it harmless, and [#out] and [#err]
/// apply it to every line.
public final class Console {
  private static final long REPORT_MILLIS = 200;
  private static final long LINE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final PrintStream out;
  private final @Nullable ErrorKeepingStream stdout;
  private final PrintStream err;

  /// Lines wider than the terminal are cut, or go on below.
  private static final String NO_WRAP = "\u001b[?7l";

  private static final String WRAP = "\u001b[?7h";

  private final boolean terminal;
  private boolean progressShown;
  private int screenLines;

  public Console(PrintStream out, PrintStream err, boolean terminal) {
    this(out, null, err, terminal);
  }

  private Console(
      PrintStream out, @Nullable ErrorKeepingStream stdout, PrintStream err, boolean terminal) {
    this.out = out;
    this.stdout = stdout;
    this.err = err;
    this.terminal = terminal;
  }

  public static Console system() {
    boolean terminal = System.console() != null && System.console().isTerminal();
    return of(new FileOutputStream(FileDescriptor.out), System.err, terminal);
  }

  /// Knows whether its results reach `stdout`.
  public static Console of(OutputStream stdout, PrintStream err, boolean terminal) {
    ErrorKeepingStream watched = new ErrorKeepingStream(stdout);
    OutputStream buffer = new BufferedOutputStream(watched);
    return new Console(new PrintStream(buffer, true, System.out.charset()), watched, err, terminal);
  }

  public void out(String format, @Nullable Object... args) {
    clearProgress();
    out.println(clean(args.length == 0 ? format : String.format(Locale.ROOT, format, args)));
  }

  public void err(String format, @Nullable Object... args) {
    clearProgress();
    err.println(clean(args.length == 0 ? format : String.format(Locale.ROOT, format, args)));
  }

  /// One JSON value on one line of stdout: a record, a map, a list. JSON is UTF-8, whatever the
  /// terminal's charset.
  public void json(Object value) {
    clearProgress();
    try {
      out.write((JSON.std.asString(value) + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The stream behind [#out], for results too long to format line by line.
  public PrintStream results() {
    return out;
  }

  /// The bytes of standard output, for whole files: a write that fails is an exception.
  public OutputStream bytes() {
    out.flush();
    return stdout == null ? out : stdout;
  }

  /// Standard output, where it failed to take what was written.
  @Nullable ErrorKeepingStream lost() {
    out.flush();
    return stdout != null && stdout.failure() != null ? stdout : null;
  }

  /// Whether somebody looks at a terminal.
  public boolean terminal() {
    return terminal;
  }

  /// A progress line on stderr that changes in place on a terminal; elsewhere a line a minute.
  public Progress progress() {
    if (!terminal) {
      long[] next = {System.nanoTime() + LINE_NANOS};
      return (what, done, total) -> {
        if (System.nanoTime() - next[0] >= 0) {
          next[0] += LINE_NANOS;
          err("%s", line(what, done, total));
        }
      };
    }
    long[] last = {0};
    return (what, done, total) -> {
      long now = System.currentTimeMillis();
      if (now - last[0] >= REPORT_MILLIS) {
        last[0] = now;
        progressShown = true;
        err.print("\r\u001b[K" + clean(line(what, done, total)));
        err.flush();
      }
    };
  }

  /// Shows these lines on stderr in place of the ones shown before, when it is a terminal; what is
  /// wider than the terminal is cut. Results and messages appear above the next ones.
  public void screen(java.util.List<String> lines) {
    if (terminal && lines.isEmpty()) {
      clearProgress();
    } else if (terminal) {
      StringBuilder block = new StringBuilder(NO_WRAP);
      if (screenLines > 0) {
        block.append("\u001b[").append(screenLines).append('A');
      }
      for (String line : lines) {
        block.append(clean(line.replace('\n', ' '))).append("\u001b[K\n");
      }
      err.print(block.append("\u001b[J").append(WRAP));
      err.flush();
      screenLines = lines.size();
    }
  }

  private static String line(String what, long done, long total) {
    return total > 0
        ? String.format(
            Locale.ROOT, "%s: %,d of %,d (%d %%)", what, done, total, 100 * done / total)
        : String.format(Locale.ROOT, "%s: %,d", what, done);
  }

  private void clearProgress() {
    if (screenLines > 0) {
      err.print("\u001b[" + screenLines + "A\u001b[J");
      err.flush();
      screenLines = 0;
    }
    if (progressShown) {
      progressShown = false;
      err.print("\r\u001b[K");
      err.flush();
    }
  }

  /// The text with control characters (escape sequences, bidirectional overrides) made visible.
  public static String clean(String text) {
    StringBuilder cleaned = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              boolean harmless = c == '\n' || c == '\t' || !(isControl(c) || isOverride(c));
              cleaned.appendCodePoint(harmless ? c : '\uFFFD');
            });
    return cleaned.toString();
  }

  private static boolean isControl(int c) {
    return Character.isISOControl(c);
  }

  private static boolean isOverride(int c) {
    return (c >= 0x202A && c <= 0x202E)
        || (c >= 0x2066 && c <= 0x2069)
        || c == 0x200E
        || c == 0x200F;
  }
}
