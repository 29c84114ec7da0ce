package nephila.web;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import nephila.view.CrawlStatus;
import nephila.view.OpicTotals;
import nephila.view.RisingPages;
import org.jspecify.annotations.Nullable;

/// `/metrics` in the text format of Prometheus: names in the manner of its ecosystem, no label that
/// grows with the web.
final class Metrics {
  static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  private final CrawlView view;
  private final Map<String, LongAdder> failures = new ConcurrentHashMap<>();

  Metrics(CrawlView view) {
    this.view = view;
  }

  /// Counts a fault of the server itself, by kind.
  void failed(RuntimeException fault) {
    failures.computeIfAbsent(fault.getClass().getSimpleName(), kind -> new LongAdder()).increment();
  }

  String text() {
    CrawlStatus now = view.status();
    StringBuilder text = new StringBuilder();
    one(text, "nephila_pages_read", "gauge", "Pages read at least once.", now.read());
    one(text, "nephila_pages_known", "gauge", "Pages known.", now.known());
    one(text, "nephila_hosts_known", "gauge", "Hosts known.", now.hosts());
    one(text, "nephila_fetches_in_flight", "gauge", "Fetches under way.", now.inFlight());
    one(text, "nephila_received_bytes_total", "counter", "Bytes received.", now.bytes());
    one(text, "nephila_reads_discovery_total", "counter", "First reads.", now.discovered());
    one(text, "nephila_reads_refresh_total", "counter", "Later reads.", now.refreshed());
    one(text, "nephila_importance_found_ratio", "gauge", "Importance read.", now.importanceFound());
    OpicTotals opic = now.opic();
    Double bound = opic == null ? (Double) now.errorBound() : opic.errorBound();
    one(text, "nephila_error_bound_ratio", "gauge", "Certified L1 error.", bound);
    if (opic != null || now.bias() != null) {
      head(text, "nephila_importance_info", "gauge", "How importance is computed.");
      text.append("nephila_importance_info").append(basis(opic, now.bias())).append(" 1\n");
    }
    if (opic != null) {
      one(text, "nephila_opic_turnover", "gauge", "G, of all cash.", opic.turnover());
      one(text, "nephila_opic_error_factor", "gauge", "1/G.", opic.errorFactor());
      one(text, "nephila_opic_favoured_ratio", "gauge", "Cash given by rules.", opic.favoured());
      one(
          text,
          "nephila_discovery_reached_ratio",
          "gauge",
          "Share of first reads, where cash steers.",
          opic.discoveryReached());
    }
    view.rising(RisingPages.WEEK, 0)
        .ifPresent(
            risen -> {
              one(
                  text,
                  "nephila_rising_pages",
                  "gauge",
                  "Pages whose importance rose for certain, in a week or since the oldest mark.",
                  risen.certainPages());
              one(
                  text,
                  "nephila_rising_new_pages",
                  "gauge",
                  "New ones of these.",
                  risen.newPages());
              one(
                  text,
                  "nephila_rising_importance_ratio",
                  "gauge",
                  "What they gained of all importance.",
                  risen.gained());
            });
    one(text, "nephila_running_seconds", "gauge", "Time of this run.", now.elapsedSeconds());
    many(text, "nephila_answers_total", "Answers of servers by kind.", "kind", now.answers());
    many(
        text,
        "nephila_web_failures_total",
        "Faults of this server by kind.",
        "kind",
        Map.copyOf(failures).entrySet().stream()
            .collect(
                java.util.stream.Collectors.toMap(
                    Map.Entry::getKey, entry -> entry.getValue().sum())));
    return text.toString();
  }

  private static String basis(@Nullable OpicTotals opic, @Nullable String bias) {
    String algorithm =
        opic == null
            ? "algorithm=\"exact\""
            : "algorithm=\"" + opic.algorithm() + "\",window=\"" + opic.window() + "\"";
    return "{" + algorithm + (bias == null ? "" : ",bias=\"" + bias + "\"") + "}";
  }

  /// What is not known is left out.
  private static void one(
      StringBuilder text, String name, String type, String help, @Nullable Number value) {
    if (value == null) {
      return;
    }
    head(text, name, type, help);
    text.append(name).append(' ').append(number(value.doubleValue())).append('\n');
  }

  private static void many(
      StringBuilder text, String name, String help, String label, Map<String, Long> values) {
    head(text, name, "counter", help);
    values.forEach(
        (value, count) ->
            text.append(name)
                .append('{')
                .append(label)
                .append("=\"")
                .append(value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"))
                .append("\"} ")
                .append(count)
                .append('\n'));
  }

  private static void head(StringBuilder text, String name, String type, String help) {
    text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? String.format(Locale.ROOT, "%d", (long) value)
        : Double.toString(value);
  }
}
