package nephila.archive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import nephila.archive.cdx.IndexAndLogLines;
import nephila.archive.cdx.LineFile;
import nephila.archive.warc.ArchivedPlace;
import nephila.archive.warc.ExchangeReader;
import org.jspecify.annotations.Nullable;

/// Whether the index has the lines of the archive's records and no others, in memory that does not
/// grow with the archive.
///
/// In a first pass every record adds the hash of its line to one of 65,536 sums, chosen by its
/// place, and every line takes its own hash away: a whole index leaves all sums at zero. Where some
/// are not, a second pass over archive and index keeps the places of a few such sums and tells
/// which line is missing, left over or another. Records behind the commit, whose lines may be
/// missing, are few and kept apart.
final class IndexCheck {
  private static final int SUMS = 1 << 16;
  private static final int SUSPECTS = 20;

  private final Consumer<String> faults;
  private final @Nullable BitSet suspects;
  private final long[] sums;

  /// Where every record of a suspected sum starts, as `file offset`, and the hash of its line.
  private final Map<String, Long> places = new HashMap<>();

  private final Map<String, Long> placesBehind = new HashMap<>();

  private IndexCheck(Consumer<String> faults, @Nullable BitSet suspects) {
    this.faults = faults;
    this.suspects = suspects;
    this.sums = new long[suspects == null ? SUMS : 0];
  }

  static IndexCheck firstPass(Consumer<String> faults) {
    return new IndexCheck(faults, null);
  }

  /// Looks closer at what the first pass left over; `null` if it left nothing.
  @Nullable IndexCheck secondPass() {
    BitSet wrong = new BitSet();
    for (int i = 0; i < sums.length && wrong.cardinality() < SUSPECTS; i++) {
      if (sums[i] != 0) {
        wrong.set(i);
      }
    }
    return wrong.isEmpty() ? null : new IndexCheck(faults, wrong);
  }

  void record(String name, ExchangeReader.Group group, boolean isBehind) {
    if (group.kind() == ArchivedPlace.Kind.FAILURE) {
      return;
    }
    String place = name + ' ' + group.offset();
    long hash = hash(indexLine(name, group));
    if (isBehind) {
      placesBehind.put(place, hash);
    } else if (suspects == null) {
      sums[sum(place)] += share(place, hash);
    } else if (suspects.get(sum(place))) {
      places.put(place, hash);
    }
  }

  /// Every line to its record, and every record to one line: call it after the last record.
  void lines(Path crawlDir) throws IOException {
    Path sorted = crawlDir.resolve("indexes").resolve("index.cdxj");
    long base = LineFile.size(sorted);
    for (Path file : List.of(sorted, sorted.resolveSibling("recent-" + base + ".cdxj"))) {
      if (Files.exists(file)) {
        // Damaged bytes are no reason to stop: ISO 8859-1 reads any, and what is ASCII is the same.
        try (BufferedReader lines = Files.newBufferedReader(file, ISO_8859_1)) {
          linesOf(lines, file.getFileName().toString(), file.equals(sorted));
        }
      }
    }
    places.keySet().forEach(place -> fault("A2 the record at %s is not in the index", place));
  }

  private void linesOf(BufferedReader lines, String index, boolean sorted) throws IOException {
    long number = 1;
    String before = "";
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (sorted && suspects == null && line.compareTo(before) < 0) {
        fault("A2 %s:%d: out of order", index, number);
      }
      before = line;
      // A last line torn by a kill is left: its record is missed, if it was committed.
      if (sorted || line.endsWith("}")) {
        line(index, number, line);
      }
      number++;
    }
  }

  private void line(String index, long number, String line) {
    String place = value(line, "filename") + ' ' + value(line, "offset");
    Long behind = placesBehind.remove(place);
    if (behind != null) {
      same(index, number, line, place, behind);
    } else if (suspects == null) {
      sums[sum(place)] -= share(place, hash(line));
    } else if (suspects.get(sum(place))) {
      Long known = places.remove(place);
      if (known == null) {
        fault("A2 %s:%d: points to no record at %s", index, number, place);
      } else {
        same(index, number, line, place, known);
      }
    }
  }

  private void same(String index, long number, String line, String place, long known) {
    if (hash(line) != known) {
      fault("A2 %s:%d: says other things than the record at %s", index, number, place);
    }
  }

  private static String indexLine(String name, ExchangeReader.Group group) {
    return LogCheck.asRead(
        IndexAndLogLines.cdxj(
            group.exchange(),
            group.kind(),
            group.sha1(),
            name,
            group.offset(),
            group.firstLength()));
  }

  private static int sum(String place) {
    return (int) (mix(hash(place)) >>> 48);
  }

  private static long share(String place, long lineHash) {
    return mix(hash(place) * 31 + lineHash);
  }

  private static long hash(String line) {
    long hash = 0xCBF29CE484222325L;
    for (int i = 0; i < line.length(); i++) {
      hash = (hash ^ line.charAt(i)) * 0x100000001B3L;
    }
    return hash;
  }

  private static long mix(long value) {
    long z = (value ^ (value >>> 33)) * 0xFF51AFD7ED558CCDL;
    z = (z ^ (z >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return z ^ (z >>> 33);
  }

  private static String value(String line, String name) {
    String start = "\"" + name + "\": \"";
    int from = line.indexOf(start);
    int end = from < 0 ? -1 : line.indexOf('"', from + start.length());
    return end < 0 ? "" : line.substring(from + start.length(), end);
  }

  private void fault(String format, Object... args) {
    faults.accept(String.format(format, args));
  }
}
