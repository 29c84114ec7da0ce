package nephila.lab.experiment.liverank;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import nephila.graph.CsrGraph;
import nephila.lab.experiment.SiteHistory;
import nephila.liverank.OldGraph;
import org.jspecify.annotations.Nullable;

/// The history of a real site as old webs: its pages and links at the begin of one year, and which
/// of them are still there at the begin of a later one.
final class SiteSnapshots {
  private final SiteHistory history;
  private final List<String> urls = new ArrayList<>();

  SiteSnapshots(Path data) {
    Path pages = data.resolve("graphs/openbsd-www.pages.tsv.gz");
    history = SiteHistory.read(pages, data.resolve("graphs/openbsd-www.events.tsv.gz"));
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(pages)), StandardCharsets.UTF_8))) {
      in.lines()
          .map(line -> line.split("\t", -1))
          .filter(columns -> columns.length == 3 && columns[1].equals("p"))
          .forEach(columns -> urls.add(columns[2]));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  OldSnapshot gap(int fromYear, int toYear) {
    @Nullable TreeSet<Integer>[] before = rows(fromYear);
    @Nullable TreeSet<Integer>[] after = rows(toYear);
    int[] numbers = new int[before.length];
    Arrays.fill(numbers, -1);
    List<String> kept = new ArrayList<>();
    for (int page = 0; page < before.length; page++) {
      if (before[page] != null) {
        numbers[page] = kept.size();
        kept.add(urls.get(page));
      }
    }
    List<int[]> links = new ArrayList<>();
    boolean[] alive = new boolean[kept.size()];
    for (int page = 0; page < before.length; page++) {
      TreeSet<Integer> row = before[page];
      if (row != null) {
        alive[numbers[page]] = after[page] != null;
        for (int target : row) {
          if (numbers[target] >= 0) {
            links.add(new int[] {numbers[page], numbers[target]});
          }
        }
      }
    }
    CsrGraph graph =
        CsrGraph.of(
            kept.size(),
            links.stream().mapToInt(link -> link[0]).toArray(),
            links.stream().mapToInt(link -> link[1]).toArray());
    String name = "openbsd " + fromYear + " → " + toYear;
    return new OldSnapshot(name, OldGraph.of(graph, kept), alive);
  }

  /// The links of every page that is there at the begin of a year; null where it is not.
  private @Nullable TreeSet<Integer>[] rows(int year) {
    long until = LocalDate.of(year, 1, 1).toEpochSecond(java.time.LocalTime.MIN, ZoneOffset.UTC);
    @SuppressWarnings({"unchecked", "rawtypes"})
    @Nullable TreeSet<Integer>[] rows = new TreeSet[history.pages()];
    for (SiteHistory.Event event : history.events()) {
      if (event.unixTime() >= until) {
        break;
      }
      if (event.kind() == 'D') {
        rows[event.page()] = null;
      } else {
        TreeSet<Integer> row = rows[event.page()];
        if (row == null) {
          row = new TreeSet<>();
          rows[event.page()] = row;
        }
        row.removeAll(Arrays.stream(event.removed()).boxed().toList());
        row.addAll(Arrays.stream(event.added()).boxed().toList());
      }
    }
    return rows;
  }
}
