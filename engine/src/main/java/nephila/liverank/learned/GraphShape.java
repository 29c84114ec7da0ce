package nephila.liverank.learned;

import nephila.liverank.OldGraph;

/// Where pages stand in the graph, as standardised numbers: in-degree, out-degree and PageRank in
/// logarithms, and the depth of the URL.
final class GraphShape {
  private GraphShape() {}

  static float[][] of(OldGraph snapshot) {
    int n = snapshot.pages();
    float[][] shape = new float[4][n];
    double[] rank = snapshot.pageRank();
    for (int page = 0; page < n; page++) {
      shape[0][page] = (float) Math.log1p(snapshot.backLinks().outDegree(page));
      shape[1][page] = (float) Math.log1p(snapshot.links().outDegree(page));
      shape[2][page] = (float) Math.log(Math.max(rank[page] * n, 1e-9));
      shape[3][page] = snapshot.hasUrls() ? UrlParts.of(snapshot.url(page)).folders() : 0;
    }
    for (float[] column : shape) {
      standardise(column);
    }
    return shape;
  }

  /// Shifts and scales to mean 0 and deviation 1, cut at ±3; a constant becomes 0.
  private static void standardise(float[] column) {
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
      column[k] = (float) Math.max(-3, Math.min(3, (column[k] - mean) * scale));
    }
  }
}
