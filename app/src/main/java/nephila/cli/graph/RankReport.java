package nephila.cli.graph;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import nephila.cli.Console;
import nephila.formats.LoadedGraph;
import nephila.graph.LinkGraph;
import nephila.rank.RankVector;
import org.jspecify.annotations.Nullable;

/// What is told of the rank of a graph, however it was computed: a file, figures, the best pages.
///
/// @param top so many pages, null for the usual
public record RankReport(LoadedGraph loaded, RankVector rank, @Nullable Integer top) {
  private static final int SHOWN = 20;

  /// Writes the ranks to `out`, if there is one.
  public void write(@Nullable String out, Console console) {
    if (out != null) {
      int wanted = top == null ? rank.pages() : top;
      RankFile.write(out, console.bytes(), loaded, rank, rank.top(wanted));
    }
  }

  /// The figures for `--json`, to which the caller adds its own.
  public Map<String, Object> figures() {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("pages", rank.pages());
    figures.put("links", loaded.graph().links());
    figures.put("dangling", dangling(loaded.graph()));
    figures.put("iterations", rank.iterations());
    if (Double.isFinite(rank.errorBound())) {
      figures.put("errorBound", rank.errorBound());
    }
    return figures;
  }

  /// Adds the best pages, if they were asked for.
  public void addTop(Map<String, Object> figures) {
    if (top != null) {
      List<Map<String, Object>> best = new ArrayList<>();
      for (int page : rank.top(top)) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("page", loaded.name(page));
        line.put("rank", rank.value(page));
        best.add(line);
      }
      figures.put("top", best);
    }
  }

  /// Shows the best pages, unless all were written, and what it took.
  ///
  /// @param unproven what is said of the error where nothing can be proven
  public void show(@Nullable String out, String unproven, String cost, Console console) {
    if (out == null) {
      int place = 0;
      for (int page : rank.top(top == null ? SHOWN : top)) {
        console.out("%6d  %.6e  %s", ++place, rank.value(page), loaded.name(page));
      }
    }
    String error =
        Double.isFinite(rank.errorBound())
            ? String.format(Locale.ROOT, "error below %.1e", rank.errorBound())
            : unproven;
    console.err(
        "%,d pages, %,d links, %,d dangling; %d iterations, %s, %s",
        rank.pages(),
        loaded.graph().links(),
        dangling(loaded.graph()),
        rank.iterations(),
        error,
        cost);
  }

  private static long dangling(LinkGraph graph) {
    long count = 0;
    for (int page = 0; page < graph.pages(); page++) {
      count += graph.outDegree(page) == 0 ? 1 : 0;
    }
    return count;
  }
}
