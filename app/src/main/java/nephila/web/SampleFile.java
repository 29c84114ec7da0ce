package nephila.web;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// `progress.tsv` in the crawl dir: how the crawl stood over time, a line a sample (seconds, pages
/// read, pages known, importance found, error bound or 1/G, first and later reads a second), so
/// that a finished or resumed crawl still shows its course.
final class SampleFile {
  private final Path file;

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
      Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// What is there; a line cut off by a crash is passed over.
  List<Samples.Sample> read() {
    List<Samples.Sample> samples = new ArrayList<>();
    try {
      if (Files.exists(file)) {
        Files.readAllLines(file).forEach(line -> add(samples, line.split("\t")));
      }
      return samples;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void add(List<Samples.Sample> samples, String[] parts) {
    try {
      if (parts.length == 7) {
        samples.add(
            new Samples.Sample(
                Double.parseDouble(parts[0]),
                Long.parseLong(parts[1]),
                Long.parseLong(parts[2]),
                Double.parseDouble(parts[3]),
                Double.parseDouble(parts[4]),
                Double.parseDouble(parts[5]),
                Double.parseDouble(parts[6])));
      }
    } catch (NumberFormatException e) {
      // Cut off in the middle of a number.
    }
  }
}
