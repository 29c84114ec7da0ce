package nephila.lab.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import nephila.lab.chart.LineChart;
import nephila.lab.chart.Series;

/// The data of a report in full precision (RFC 4180, UTF-8): a file for each figure (`line,x,y`)
/// and each table, named by chapter and number.
final class CsvFiles {
  private CsvFiles() {}

  /// File names and contents of one chapter, in the order of its figures and tables.
  static Map<String, String> of(Chapter chapter) {
    Map<String, String> files = new LinkedHashMap<>();
    int figures = 0;
    int tables = 0;
    for (Chapter.Block block : chapter.blocks()) {
      switch (block) {
        case Chapter.Block.Figure figure ->
            files.put(chapter.name() + "-figure-" + ++figures + ".csv", figure(figure.chart()));
        case Chapter.Block.Grid grid ->
            files.put(chapter.name() + "-table-" + ++tables + ".csv", table(grid.table()));
        case Chapter.Block.Text text -> {}
      }
    }
    return files;
  }

  static void write(Path folder, Chapter chapter) throws IOException {
    for (Map.Entry<String, String> file : of(chapter).entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), file.getValue());
    }
  }

  private static String figure(LineChart chart) {
    StringBuilder csv = new StringBuilder();
    line(csv, List.of("line", chart.x().label(), chart.y().label()));
    for (Series series : chart.series()) {
      for (int k = 0; k < series.x().length; k++) {
        line(csv, List.of(series.name(), series.x()[k], series.y()[k]));
      }
    }
    return csv.toString();
  }

  static String table(Table table) {
    StringBuilder csv = new StringBuilder();
    line(csv, new ArrayList<>(table.columns()));
    table.rows().forEach(row -> line(csv, row));
    return csv.toString();
  }

  private static void line(StringBuilder csv, List<?> cells) {
    for (int k = 0; k < cells.size(); k++) {
      String text = cells.get(k).toString();
      boolean quoted = text.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
      csv.append(k == 0 ? "" : ",");
      csv.append(quoted ? '"' + text.replace("\"", "\"\"") + '"' : text);
    }
    csv.append("\r\n");
  }
}
