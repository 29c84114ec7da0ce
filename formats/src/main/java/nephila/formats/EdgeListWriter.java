package nephila.formats;

import nephila.Progress;
import nephila.UserError;
import nephila.graph.LinkGraph;
import nephila.graph.PageNames;
import nephila.graph.RowSink;
import org.jspecify.annotations.Nullable;

/// Writes `source target` lines, `source target weight` for a weighted graph. The first line is a
/// comment that tells the number of pages, so that pages without links are not lost.
final class EdgeListWriter implements RowSink {
  private static final int ROWS_A_REPORT = 1 << 12;

  private final TextOutput out;
  private final @Nullable PageNames names;
  private final Progress progress;

  EdgeListWriter(TextOutput out, @Nullable PageNames names, Progress progress) {
    this.out = out;
    this.names = names;
    this.progress = progress;
  }

  void write(LinkGraph graph) {
    out.put("# pages " + graph.pages() + " links " + graph.links() + "\n");
    for (int page = 0; page < graph.pages(); page++) {
      writeRow(graph, page);
      if (page % ROWS_A_REPORT == 0) {
        progress.at("writing pages", page, graph.pages());
      }
    }
  }

  /// Starts a graph whose rows will come by [#row].
  void start(int pages) {
    out.put("# pages " + pages + "\n");
  }

  @Override
  public void row(int page, int[] targets, int count) {
    for (int k = 0; k < count; k++) {
      out.put(page);
      out.put('\t');
      out.put(targets[k]);
      out.put('\n');
    }
  }

  private void writeRow(LinkGraph graph, int page) {
    byte[] source = names == null ? null : endpoint(names, page);
    LinkGraph.LinkCursor cursor = graph.successors(page);
    for (int target = cursor.next(); target != LinkGraph.NO_PAGE; target = cursor.next()) {
      if (names != null && source != null) {
        out.put(source);
        out.put('\t');
        out.put(endpoint(names, target));
      } else {
        out.put(page);
        out.put('\t');
        out.put(target);
      }
      if (graph.weighted()) {
        out.put('\t');
        out.put(weight(cursor.weight()));
      }
      out.put('\n');
    }
  }

  /// The name as it stands in a column.
  private static byte[] endpoint(PageNames names, int page) {
    byte[] name = names.utf8(page);
    boolean good = name.length > 0 && name[0] != '#' && name[0] != ' ';
    for (byte c : name) {
      good &= c != '\t' && c != '\n' && c != '\r';
    }
    if (!good || name[name.length - 1] == ' ') {
      throw new UserError(
          "page %d is called '%s', which cannot stand in an edge list; leave --names out"
              .formatted(page, ErrorText.of(names.name(page))));
    }
    return name;
  }

  private static String weight(double weight) {
    return weight == Math.rint(weight) && weight < 1e9
        ? Integer.toString((int) weight)
        : Double.toString(weight);
  }
}
