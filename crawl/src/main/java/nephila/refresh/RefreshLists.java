package nephila.refresh;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import nephila.graph.NewFile;
import org.jspecify.annotations.Nullable;

/// Writes what a refresh found into files, each with a line of headings, the most important pages
/// of the old crawl first:
///
/// - `living.tsv`: importance, url, change (same, nearly, changed; empty where nothing is known)
/// - `moved.tsv`: importance, url, place (where it is now)
/// - `dead.tsv`: importance, url, verdict, status, place (where it was redirected to)
/// - `closed.tsv`: importance, url, reason, status, place
/// - `changed.tsv`: importance, url: of those in `living.tsv` the ones that changed
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
        dir.resolve("living.tsv"),
        "importance\turl\tchange",
        a -> a.verdict() == LivenessVerdict.LIVES,
        a -> a.change().shown());
    lists.write(
        dir.resolve("moved.tsv"),
        "importance\turl\tplace",
        a -> a.verdict() == LivenessVerdict.MOVED,
        PageAnswer::place);
    lists.write(
        dir.resolve("dead.tsv"),
        "importance\turl\tverdict\tstatus\tplace",
        a -> a.verdict().fate() == LivenessVerdict.Fate.DEAD,
        a -> a.verdict().shown() + "\t" + a.status() + "\t" + a.place());
    lists.write(
        dir.resolve("closed.tsv"),
        "importance\turl\treason\tstatus\tplace",
        a -> a.verdict().closed(),
        a -> a.verdict().shown() + "\t" + a.status() + "\t" + a.place());
    lists.write(
        dir.resolve("changed.tsv"),
        "importance\turl",
        a -> a.change() == PageChange.CHANGED,
        a -> null);
    StringBuilder table = new StringBuilder("status\tdescription\tpages\n");
    for (StatusTable.Line line : StatusTable.of(findings)) {
      table.append(line.status().strip()).append('\t').append(line.description());
      table.append('\t').append(line.pages()).append('\n');
    }
    whole(dir.resolve("table.tsv"), out -> out.append(table));
  }

  /// What a line says behind importance and URL, null for nothing.
  private interface Rest {
    @Nullable String of(PageAnswer answer);
  }

  private void write(Path file, String headings, Predicate<PageAnswer> which, Rest rest) {
    whole(
        file,
        out -> {
          out.write(headings + "\n");
          for (int page : byImportance) {
            PageAnswer answer = findings.answer(page);
            if (answer != null && which.test(answer)) {
              String more = rest.of(answer);
              out.write(
                  String.format(
                      Locale.ROOT, "%.3e\t%s", old.importance()[page], old.urls().get(page)));
              out.write(more == null ? "\n" : "\t" + more + "\n");
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
