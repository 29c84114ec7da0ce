package nephila.refresh;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import nephila.graph.NewFile;

/// Writes what a refresh found into files, the most important pages first:
///
/// - `living.tsv`: importance in the old crawl, URL
/// - `moved.tsv`: importance, URL, where it is now
/// - `dead.tsv`: importance, URL, what became of it, status, where it was redirected to
/// - `table.tsv`: status, description, pages
public final class RefreshLists {
  private final OldWeb old;
  private final RefreshFindings findings;
  private final int[] byImportance;

  private RefreshLists(OldWeb old, RefreshFindings findings) {
    this.old = old;
    this.findings = findings;
    this.byImportance =
        IntStream.range(0, old.pages())
            .boxed()
            .sorted(
                (a, b) -> {
                  int order = Double.compare(old.importance()[b], old.importance()[a]);
                  return order != 0 ? order : Integer.compare(a, b);
                })
            .mapToInt(Integer::intValue)
            .toArray();
  }

  /// Writes all files into `dir`, each whole or not at all.
  public static void write(OldWeb old, RefreshFindings findings, Path dir) {
    RefreshLists lists = new RefreshLists(old, findings);
    lists.write(
        dir.resolve("living.tsv"), a -> a.verdict() == LivenessVerdict.LIVES, RefreshLists::plain);
    lists.write(
        dir.resolve("moved.tsv"), a -> a.verdict() == LivenessVerdict.MOVED, PageAnswer::place);
    lists.write(
        dir.resolve("dead.tsv"),
        a -> !a.verdict().alive(),
        a -> a.verdict().shown() + "\t" + a.status() + "\t" + a.place());
    StringBuilder table = new StringBuilder();
    for (StatusTable.Line line : StatusTable.of(findings)) {
      table.append(line.status().strip()).append('\t').append(line.description());
      table.append('\t').append(line.pages()).append('\n');
    }
    whole(dir.resolve("table.tsv"), out -> out.append(table));
  }

  private static String plain(PageAnswer answer) {
    return "";
  }

  /// What a line says behind importance and URL.
  private interface Rest {
    String of(PageAnswer answer);
  }

  private void write(Path file, Predicate<PageAnswer> which, Rest rest) {
    whole(
        file,
        out -> {
          for (int page : byImportance) {
            PageAnswer answer = findings.answer(page);
            if (answer != null && which.test(answer)) {
              String more = rest.of(answer);
              out.write(
                  String.format(
                      Locale.ROOT, "%.3e\t%s", old.importance()[page], old.urls().get(page)));
              out.write(more.isEmpty() ? "\n" : "\t" + more + "\n");
            }
          }
        });
  }

  private interface Fill {
    void into(Writer out) throws IOException;
  }

  private static void whole(Path file, Fill fill) {
    try (NewFile whole = new NewFile(file)) {
      try (Writer out = Files.newBufferedWriter(whole.temporary())) {
        fill.into(out);
      }
      whole.commit();
    } catch (IOException e) {
      throw NewFile.cannotWrite(file, e);
    }
  }
}
