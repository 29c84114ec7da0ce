package nephila.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import nephila.linelog.LineLog;
import org.jspecify.annotations.Nullable;

/// `progress.tsv` in the crawl dir: how the crawl stood over time, a line a sample (seconds, pages
/// read, pages known, importance found, error bound or 1/G, first and later reads a second), so
/// that a finished or resumed crawl still shows its course.
final class SampleFile {
  private final Path file;
  private @Nullable LineLog log;

  SampleFile(Path dir) {
    this.file = dir.resolve("progress.tsv");
  }

  void append(Samples.Sample now) {
    String line =
        String.join(
            "\t",
            String.valueOf(now.t()),
            String.valueOf(now.read()),
            String.valueOf(now.known()),
            String.valueOf(now.found()),
            String.valueOf(now.bound()),
            String.valueOf(now.first()),
            String.valueOf(now.again()));
    try {
      if (log == null) {
        log = LineLog.open(file, each -> true, SampleFile::isSample);
      }
      log.append(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What is there; a line that is torn or damaged is passed over (`nephila check` tells).
  List<Samples.Sample> read() {
    List<Samples.Sample> samples = new ArrayList<>();
    try {
      LineLog.read(file, line -> add(samples, line.split("\t")), SampleFile::isSample);
      return samples;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isSample(String line) {
    return add(new ArrayList<>(), line.split("\t"));
  }

  private static boolean add(List<Samples.Sample> samples, String[] parts) {
    if (parts.length != 7) {
      return false;
    }
    try {
      samples.add(
          new Samples.Sample(
              Double.parseDouble(parts[0]),
              Long.parseLong(parts[1]),
              Long.parseLong(parts[2]),
              Double.parseDouble(parts[3]),
              Double.parseDouble(parts[4]),
              Double.parseDouble(parts[5]),
              Double.parseDouble(parts[6])));
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
