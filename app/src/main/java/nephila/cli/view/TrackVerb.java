package nephila.cli.view;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import nephila.archive.Archives;
import nephila.archive.ReadTally;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.copies.ArchivedCopies;
import nephila.copies.CopyRow;
import nephila.copies.CopyTracker;
import nephila.copies.TrackedTexts;
import nephila.tables.TableFormat;
import nephila.tables.TableWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila track`: which pages of a crawl hold copies of your texts.
@Command(
    name = "track",
    description =
        "Shows which pages of a crawl hold near copies of your texts: in another frame, cut, in"
            + " another order, or with some words changed. crawl --track FOLDER does so while"
            + " crawling.",
    footer = {
      "  nephila track my-crawl article.txt",
      "  nephila track my-crawl my-articles/ --least 40% --out copies.csv",
    })
public final class TrackVerb extends Verb {
  @Parameters(
      index = "0",
      paramLabel = "DIR",
      description = "A crawl dir, or any archive: .warc.gz, .wacz, a folder of them.")
  Path dir = Path.of(".");

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "TEXT",
      description = "Your texts: .txt, .md or .html files, or folders of them.")
  List<Path> texts = List.of();

  @Option(
      names = "--least",
      paramLabel = "SHARE",
      description = "How much of a text a page must have (usually 15%%).")
  String least = "15%";

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "A table of all copies: .csv, .jsonl or .parquet.")
  @Nullable Path out;

  @Option(names = "--json", description = "A line of JSON per copy.")
  boolean json;

  @Override
  public Integer call() throws IOException {
    double share = LeastShare.of("--least", least);
    if (out != null && TableFormat.ofName(out.toString()).isEmpty()) {
      throw new WrongUse(out + ": its ending tells no format (.csv .jsonl .parquet)");
    }
    TrackedTexts tracked = TrackedTexts.read(texts);
    Map<String, CopyRow> found = new LinkedHashMap<>();
    long[] pages = {0};
    nephila.Progress progress = console().progress();
    try (ArchivedCopies copies = new ArchivedCopies(new CopyTracker(tracked, share))) {
      ReadTally tally =
          Archives.pages(
              dir,
              page -> {
                progress.at("pages looked at", ++pages[0], -1);
                for (CopyRow row : copies.of(page)) {
                  found.put(row.copy().text() + "\n" + row.url(), row);
                }
              });
      if (!tally.remark(dir.toString()).isEmpty()) {
        console().err("%s", tally.remark(dir.toString()));
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    List<CopyRow> rows = new ArrayList<>(found.values());
    rows.sort(
        Comparator.comparing((CopyRow row) -> row.copy().text())
            .thenComparing(
                Comparator.comparingDouble((CopyRow row) -> row.copy().share()).reversed())
            .thenComparing(CopyRow::url));
    if (out != null) {
      write(rows, out);
    }
    show(rows);
    long copied = rows.stream().map(row -> row.copy().text()).distinct().count();
    console()
        .err(
            "%,d copies of %,d of %,d texts, on %,d answers looked at",
            rows.size(), copied, tracked.size(), pages[0]);
    return DONE;
  }

  private static void write(List<CopyRow> rows, Path file) throws IOException {
    TableFormat format = TableFormat.ofName(file.toString()).orElseThrow();
    try (TableWriter table = TableWriter.create(file, format, CopyRow.COLUMNS)) {
      for (CopyRow row : rows) {
        table.row(row.cells());
      }
      table.finish();
    }
  }

  private void show(List<CopyRow> rows) {
    for (CopyRow row : rows) {
      CopyTracker.Copy copy = row.copy();
      if (json) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("text", copy.text());
        line.put("url", row.url());
        line.put("share", copy.share());
        line.put("words", copy.words());
        line.put("longest", copy.longest());
        line.put("passage", copy.passage());
        line.put("read", java.time.Instant.ofEpochMilli(row.readMillis()).toString());
        console().json(line);
      } else {
        console().out("%3.0f %%  %s  %s", 100 * copy.share(), copy.text(), row.url());
        console().out("       %,d words in a row: %s", copy.longest(), copy.passage());
      }
    }
  }
}
