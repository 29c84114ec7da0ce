package nephila.archive.cdx;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Sorts index lines by their bytes, as `LC_ALL=C sort` does: runs of at most [#RUN_BYTES] in
/// memory, then one merge of all runs with what is sorted already.
public final class CdxjSort {
  static final int RUN_BYTES = 32 << 20;
  private static final int BUFFER = 1 << 16;

  private CdxjSort() {}

  /// Writes the lines of both files to `to`, sorted; `sorted` is so already and may be missing.
  public static void merge(Path sorted, Path unsorted, Path to) throws IOException {
    merge(sorted, unsorted, to, RUN_BYTES);
  }

  public static void merge(Path sorted, Path unsorted, Path to, int runBytes) throws IOException {
    List<Path> runs = new ArrayList<>();
    try {
      writeRuns(unsorted, to, runBytes, runs);
      List<Path> parts = new ArrayList<>(runs);
      if (Files.exists(sorted)) {
        parts.add(sorted);
      }
      if (parts.size() == 1 && !runs.isEmpty()) {
        Files.move(runs.removeFirst(), to, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel whole = FileChannel.open(to, StandardOpenOption.WRITE)) {
          whole.force(true);
        }
      } else {
        mergeAll(parts, to);
      }
    } finally {
      for (Path run : runs) {
        Files.deleteIfExists(run);
      }
    }
  }

  private static void writeRuns(Path unsorted, Path to, int runBytes, List<Path> runs)
      throws IOException {
    try (Lines lines = new Lines(unsorted)) {
      List<byte[]> run = new ArrayList<>();
      long held = 0;
      for (byte[] line = lines.next(); line != null; line = lines.next()) {
        run.add(line);
        held += line.length;
        if (held >= runBytes) {
          writeRun(run, to, runs);
          run.clear();
          held = 0;
        }
      }
      writeRun(run, to, runs);
    }
  }

  private static void writeRun(List<byte[]> run, Path to, List<Path> runs) throws IOException {
    byte[][] lines = run.toArray(new byte[0][]);
    Arrays.sort(lines, Arrays::compareUnsigned);
    Path file = to.resolveSibling(to.getFileName() + ".run" + runs.size());
    runs.add(file);
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), BUFFER)) {
      for (byte[] line : lines) {
        out.write(line);
      }
    }
  }

  private static void mergeAll(List<Path> parts, Path to) throws IOException {
    PriorityQueue<Lines> heads =
        new PriorityQueue<>(Comparator.comparing(Lines::head, Arrays::compareUnsigned));
    List<Lines> open = new ArrayList<>();
    try (FileOutputStream file = new FileOutputStream(to.toFile());
        OutputStream out = new BufferedOutputStream(file, BUFFER)) {
      for (Path part : parts) {
        Lines lines = new Lines(part);
        open.add(lines);
        if (lines.next() != null) {
          heads.add(lines);
        }
      }
      for (Lines least = heads.poll(); least != null; least = heads.poll()) {
        out.write(least.head());
        if (least.next() != null) {
          heads.add(least);
        }
      }
      out.flush();
      file.getFD().sync();
    } finally {
      for (Lines lines : open) {
        lines.close();
      }
    }
  }

  /// Leaves only some of a file's lines.
  static void filter(Path file, Predicate<String> keep) throws IOException {
    Path next = file.resolveSibling(file.getFileName() + ".next");
    try (Lines lines = new Lines(file);
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(next), BUFFER)) {
      for (byte[] line = lines.next(); line != null; line = lines.next()) {
        if (keep.test(new String(line, UTF_8))) {
          out.write(line);
        }
      }
    }
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /// The lines of a file, each with its line feed.
  private static final class Lines implements AutoCloseable {
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER];
    private int from;
    private int to;
    private byte[] head = new byte[0];

    Lines(Path file) throws IOException {
      this.in = Files.newInputStream(file);
    }

    byte[] head() {
      return head;
    }

    byte @Nullable [] next() throws IOException {
      byte[] line = null;
      while (true) {
        int end = from;
        while (end < to && buffer[end] != '\n') {
          end++;
        }
        boolean whole = end < to;
        line = joined(line, whole ? end + 1 : end);
        from = whole ? end + 1 : to;
        if (whole || !fill()) {
          break;
        }
      }
      head = line;
      return line.length == 0 ? null : line;
    }

    private byte[] joined(byte @Nullable [] start, int end) {
      if (start == null) {
        return Arrays.copyOfRange(buffer, from, end);
      }
      byte[] both = Arrays.copyOf(start, start.length + end - from);
      System.arraycopy(buffer, from, both, start.length, end - from);
      return both;
    }

    private boolean fill() throws IOException {
      from = 0;
      to = Math.max(0, in.read(buffer));
      return to > 0;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
