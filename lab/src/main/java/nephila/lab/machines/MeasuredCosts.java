package nephila.lab.machines;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import nephila.UserError;

/// What things cost, as measured: a file of lines `name value`, `#` begins a comment. What it does
/// not name costs what was measured when this was written (docs/benchmarks.md).
public record MeasuredCosts(Map<Cost, Double> values) {
  /// A cost, with its unit in the name.
  public enum Cost {
    /// Owners and broker, for a read of twelve links whose pages are in memory.
    READ_CPU_MICROS(121, "owners and broker, a read of 12 links (bench/cluster 500000 1 1000)"),
    /// The part of that which grows with links.
    READ_CPU_BY_LINKS_SHARE(0.7, "of it the part that grows with links: the owner's thread"),
    /// More, for a payment to a page that is not in memory.
    MISS_CPU_MICROS(15, "more for a payment to a page on disk (507 beside 258, 17 payments)"),
    PAYMENTS_PER_LINK(1.5, "payments a link, with those of stored pages"),
    FETCH_CPU_MICROS(420, "fetching, parsing and archiving a page (one machine's crawl)"),
    SWEEP_CPU_MICROS(1.3, "a known page in a sweep"),
    BROKER_BYTES_PER_READ(258, "results, payments and orders, lz4"),
    CHANGELOG_BYTES_PER_READ(414, "changelogs, lz4"),
    STATE_BYTES_PER_KNOWN(120, "a known page that was not read, on disk"),
    STATE_BYTES_PER_READ(600, "a page that was read, on disk"),
    PAGE_MEMORY_BYTES(160, "a page in memory, with its row"),
    RESTORE_PAGES_PER_SECOND(5_260, "from the changelogs, a core (336,779 pages in 64 s)"),
    RESTORE_STANDBY_PAGES_PER_SECOND(12_300, "with a standby, a core (329,929 in 26.8 s)"),
    MISSED_SECONDS(6, "until a worker that is silent is missed"),
    WRITE_AMPLIFICATION(5, "times that a byte of state is written; assumed, not measured");

    private final double usual;
    private final String source;

    Cost(double usual, String source) {
      this.usual = usual;
      this.source = source;
    }

    /// As a file has it.
    public String written() {
      return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
    }

    public double usual() {
      return usual;
    }

    /// Where the usual value is from.
    public String source() {
      return source;
    }
  }

  public MeasuredCosts {
    values = Map.copyOf(values);
  }

  /// What was measured when this was written.
  public static MeasuredCosts usual() {
    return new MeasuredCosts(Map.of());
  }

  public double of(Cost cost) {
    return values.getOrDefault(cost, cost.usual());
  }

  /// @throws UserError when a line is none, with its number
  public static MeasuredCosts read(Path file) throws IOException {
    Map<String, Cost> byName = new TreeMap<>();
    for (Cost cost : Cost.values()) {
      byName.put(cost.written(), cost);
    }
    Map<Cost, Double> values = new EnumMap<>(Cost.class);
    int number = 0;
    for (String line : Files.readAllLines(file)) {
      number++;
      String said = line.replaceFirst("#.*", "").strip();
      if (!said.isEmpty()) {
        String[] words = said.split("\\s+");
        Cost cost = byName.get(words[0]);
        if (words.length != 2 || cost == null) {
          throw UserError.atLine(
              file.toString(),
              number,
              "'" + said + "': write a name and a value; names are " + byName.keySet());
        }
        values.put(cost, value(file, number, words[1]));
      }
    }
    return new MeasuredCosts(values);
  }

  private static double value(Path file, int number, String word) {
    try {
      double value = Double.parseDouble(word);
      if (value >= 0 && value < Double.POSITIVE_INFINITY) {
        return value;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw UserError.atLine(file.toString(), number, "'" + word + "' is not a number of at least 0");
  }
}
