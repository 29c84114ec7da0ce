package nephila.view;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import nephila.UserError;
import nephila.ledger.PageTable;
import nephila.ledger.StoredLedger;
import nephila.store.CrawlStore;

/// What the most important pages of a crawl were worth at one moment, against which a later state
/// is compared ([RisingPages]).
///
/// @param at when
/// @param known pages of the crawl then
/// @param precision how far importance was off
/// @param whole whether every page with any importance is here
/// @param importance by URL, most important first
public record ImportanceMark(
    Instant at, long known, Precision precision, boolean whole, Map<String, Double> importance) {
  private static final String HEAD = "# nephila importance";

  public ImportanceMark {
    importance = new LinkedHashMap<>(importance);
  }

  /// How far importance is off.
  ///
  /// @param sum a bound over all pages together, 2 where nothing is certified
  /// @param share of its importance by which a page's is expected to be off, 0 where `sum` tells
  record Precision(double sum, double share) {
    static Precision of(CrawlStore store) {
      OpicTotals opic = OpicTotals.of(store);
      if (opic == null) {
        return new Precision(store.ledger().errorBound(), 0);
      }
      Double factor = opic.errorFactor();
      return new Precision(0, factor == null ? 1 : Math.min(1, factor));
    }

    /// By how much a page of that importance may be off: what one page gains in error others lose.
    double of(double importance) {
      return sum / 2 + share * importance;
    }
  }

  /// The mark of a store now, with the best of its pages in memory.
  public static ImportanceMark of(CrawlStore store, Instant at, int most) {
    PageTable pages = store.pages();
    StoredLedger ledger = store.ledger();
    int[] best =
        PageRanking.now(store)
            .best(most, slot -> ledger.worth(slot) > 0, slot -> true, ledger::worth);
    Map<String, Double> importance = new LinkedHashMap<>();
    for (int slot : best) {
      importance.put(store.url(slot), ledger.importance(slot));
    }
    boolean whole = best.length < most && store.isWhole();
    return new ImportanceMark(at, pages.size(), Precision.of(store), whole, importance);
  }

  /// The most that a page may have been worth that is not here.
  double least() {
    return whole ? 0 : importance.values().stream().mapToDouble(d -> d).min().orElse(1);
  }

  void write(Path file) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    try (OutputStream stream = Files.newOutputStream(part);
        OutputStream packed = new GZIPOutputStream(stream);
        BufferedWriter out =
            new BufferedWriter(new OutputStreamWriter(packed, StandardCharsets.UTF_8))) {
      out.write(
          String.join(
                  "\t",
                  HEAD,
                  at.toString(),
                  String.valueOf(known),
                  String.valueOf(precision.sum()),
                  String.valueOf(precision.share()),
                  String.valueOf(whole),
                  String.valueOf(importance.size()))
              + "\n");
      for (Map.Entry<String, Double> page : importance.entrySet()) {
        out.write(page.getKey() + "\t" + page.getValue() + "\n");
      }
    }
    Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /// @throws UserError when it cannot be read
  static ImportanceMark read(Path file) {
    try (InputStream stream = Files.newInputStream(file);
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(stream), StandardCharsets.UTF_8))) {
      String[] head = (in.readLine() + "").split("\t");
      if (head.length != 7 || !head[0].equals(HEAD)) {
        throw new IOException("it does not begin with '" + HEAD + "'");
      }
      Map<String, Double> importance = new LinkedHashMap<>();
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        int tab = line.indexOf('\t');
        importance.put(line.substring(0, tab), Double.valueOf(line.substring(tab + 1)));
      }
      if (importance.size() != Integer.parseInt(head[6])) {
        throw new IOException(
            "it has " + importance.size() + " pages where its first line says " + head[6]);
      }
      return new ImportanceMark(
          Instant.parse(head[1]),
          Long.parseLong(head[2]),
          new Precision(Double.parseDouble(head[3]), Double.parseDouble(head[4])),
          Boolean.parseBoolean(head[5]),
          importance);
    } catch (IOException | RuntimeException e) {
      throw new UserError(
          file + " cannot be read: " + e.getMessage() + "; delete it, older ones serve instead");
    }
  }
}
