package nephila.cli.lab;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import nephila.liverank.RankedPages;
import nephila.tables.Column;
import nephila.tables.TableFormat;
import nephila.tables.TableWriter;

/// Pages in LiveRank order as a table: position from 1, score, URL.
///
/// @param urls of all pages
record OrderTable(List<String> urls, RankedPages ranked, TableFormat format) {
  private static final List<Column> COLUMNS =
      List.of(Column.whole("position"), Column.real("score"), Column.text("url"));

  private static final Pattern ENDING =
      Pattern.compile("(?i)\\.(tsv|csv|jsonl|ndjson|parquet)(\\.gz|\\.zst)?$");

  /// Writes the order into `file`, or dealt into so many files, each whole or not at all; returns
  /// them.
  List<Path> write(Path file, int deal) throws IOException {
    List<Path> files = new ArrayList<>();
    for (int part = 0; part < deal; part++) {
      Path to = deal == 1 ? file : dealt(file, part);
      write(to, part, deal);
      files.add(to);
    }
    return files;
  }

  /// `order.tsv.gz` becomes `order.0.tsv.gz`.
  private static Path dealt(Path file, int part) {
    Matcher ending = ENDING.matcher(file.toString());
    String name = ending.replaceFirst("." + part + "$0");
    return Path.of(name);
  }

  private void write(Path to, int part, int deal) throws IOException {
    try (TableWriter table = TableWriter.create(to, format, COLUMNS)) {
      for (int k = part; k < ranked.pages().length; k += deal) {
        table.row(k + 1L, ranked.scores()[k], urls.get(ranked.pages()[k]));
      }
      table.finish();
    }
  }
}
