package nephila.cli.cluster;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import nephila.cluster.query.ClusterQueryClient;

/// On what an answer of a running cluster stands, in words and in JSON.
public record AnswerCoverage(ClusterQueryClient.Basis of) {
  public String words() {
    return String.format(
        Locale.ROOT,
        "%s, as of %.1f s ago.",
        of.whole()
            ? "From all partitions"
            : "From " + of.answered() + " of " + of.asked() + " answers: the rest is missing",
        of.ageMillis() / 1000.0);
  }

  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("ageMillis", of.ageMillis());
    fields.put("answered", of.answered());
    fields.put("asked", of.asked());
    return fields;
  }
}
