package nephila.lab.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// All chapters of one run of the lab, and what is to be known about the run.
///
/// @param facts name and value: command, seeds, machine, time
/// @param skipped experiments that did not run, and why
public record Report(List<Chapter> chapters, Map<String, String> facts, List<String> skipped) {
  public Report {
    chapters = List.copyOf(chapters);
    skipped = List.copyOf(skipped);
  }

  /// Every claim, in the order of the chapters.
  public List<Claim> claims() {
    return chapters.stream().flatMap(chapter -> chapter.claims().stream()).toList();
  }

  /// The whole report as one page.
  public String html() {
    return new HtmlPage(this).write();
  }

  /// Writes `report.html`, `claims.csv` and the chapters' CSV files; returns the page's path.
  public Path write(Path folder) {
    try {
      Files.createDirectories(folder);
      for (Chapter chapter : chapters) {
        CsvFiles.write(folder, chapter);
      }
      Files.writeString(folder.resolve("claims.csv"), CsvFiles.table(claimTable()));
      return Files.writeString(folder.resolve("report.html"), html());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Table claimTable() {
    Table table = Table.of("claims", "source", "claim", "rule", "measured", "verdict", "decides");
    for (Claim c : claims()) {
      table =
          table.row(c.source(), c.claim(), c.rule(), c.measured(), c.verdictText(), c.decides());
    }
    return table;
  }
}
