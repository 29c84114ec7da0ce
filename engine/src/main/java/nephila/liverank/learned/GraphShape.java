package nephila.liverank.learned;

import nephila.graph.PackedGraph;
import nephila.liverank.OldGraph;

/// Where pages stand in the graph, as standardised numbers: in-degree, out-degree and PageRank in
/// logarithms, and the depth of the URL. 4 bytes a page: a number is kept to a fortieth of the
/// deviation.
final class GraphShape {
  static final int COLUMNS = 4;

  /// Numbers are cut at so many deviations from the mean.
  private static final float MOST = 3;

  private static final float STEPS = Byte.MAX_VALUE / MOST;

  private final byte[] values;

  private GraphShape(byte[] values) {
    this.values = values;
  }

  static GraphShape of(OldGraph snapshot) {
    int n = snapshot.pages();
    byte[] values = new byte[COLUMNS * n];
    double[] rank = snapshot.pageRank();
    float[] column = new float[n];
    for (int page = 0; page < n; page++) {
      column[page] = (float) Math.log(Math.max(rank[page] * n, 1e-9));
    }
    put(column, values, 2);
    for (int page = 0; page < n; page++) {
      column[page] = (float) Math.log1p(snapshot.links().outDegree(page));
    }
    put(column, values, 1);
    PackedGraph backLinks = snapshot.backLinks();
    for (int page = 0; page < n; page++) {
      column[page] = (float) Math.log1p(backLinks.outDegree(page));
    }
    put(column, values, 0);
    for (int page = 0; page < n; page++) {
      column[page] = snapshot.hasUrls() ? UrlParts.of(snapshot.url(page)).folders() : 0;
    }
    put(column, values, 3);
    return new GraphShape(values);
  }

  /// Shifts and scales to mean 0 and deviation 1, cut at ±3; a constant becomes 0.
  private static void put(float[] column, byte[] values, int at) {
    double sum = 0;
    double squares = 0;
    for (float value : column) {
      sum += value;
      squares += (double) value * value;
    }
    double mean = sum / Math.max(1, column.length);
    double variance = squares / Math.max(1, column.length) - mean * mean;
    double scale = variance > 1e-9 ? 1 / Math.sqrt(variance) : 0;
    for (int k = 0; k < column.length; k++) {
      double standard = Math.max(-MOST, Math.min(MOST, (column[k] - mean) * scale));
      values[COLUMNS * k + at] = (byte) Math.round(STEPS * standard);
    }
  }

  double value(int page, int column) {
    return values[COLUMNS * page + column] / STEPS;
  }
}
