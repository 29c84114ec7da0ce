package nephila.crawl;

import java.util.Map;
import java.util.TreeMap;

/// Counts of a crawl, and its rate. Owned by the wheel's thread.
final class Tally {
  private static final double SMOOTHING_MILLIS = 5000;
  private static final String REREADS = "re-reads";
  private static final String REREAD_SECONDS = "re-read seconds";
  private static final String REREAD_CHANGES = "re-read changes";

  private final Map<String, Long> outcomes = new TreeMap<>();
  private long fetched;
  private long bytes;
  private Freshness.Rereads rereads = Freshness.Rereads.NONE;
  private double perSecond;
  private long rateAtMillis;
  private long rateFetched;

  /// Takes over what an earlier run counted, as [#text] wrote it.
  void resume(String text) {
    for (String entry : text.split("\n")) {
      int equals = entry.lastIndexOf('=');
      if (equals > 0) {
        long count = Long.parseLong(entry.substring(equals + 1));
        switch (entry.substring(0, equals)) {
          case "fetched" -> fetched = count;
          case "bytes" -> bytes = count;
          case REREADS -> rereads = new Freshness.Rereads(count, 0, 0);
          case REREAD_SECONDS -> rereads = new Freshness.Rereads(rereads.count(), count, 0);
          case REREAD_CHANGES ->
              rereads = new Freshness.Rereads(rereads.count(), rereads.seconds(), count);
          default -> outcomes.put(entry.substring(0, equals), count);
        }
      }
    }
    rateFetched = fetched;
  }

  String text() {
    StringBuilder text = new StringBuilder();
    text.append("fetched=").append(fetched).append("\nbytes=").append(bytes);
    if (rereads.count() > 0) {
      text.append('\n').append(REREADS).append('=').append(rereads.count());
      text.append('\n').append(REREAD_SECONDS).append('=').append(rereads.seconds());
      text.append('\n').append(REREAD_CHANGES).append('=').append(rereads.changed());
    }
    outcomes.forEach((kind, count) -> text.append('\n').append(kind).append('=').append(count));
    return text.toString();
  }

  void fetched(String kind, long length) {
    fetched++;
    bytes += length;
    outcomes.merge(kind, 1L, Long::sum);
  }

  /// A page was read again after that time.
  void reread(long afterSeconds, boolean changed) {
    rereads = rereads.and(afterSeconds, changed);
  }

  Freshness.Rereads rereads() {
    return rereads;
  }

  /// An outcome without a request.
  void outcome(String kind) {
    outcomes.merge(kind, 1L, Long::sum);
  }

  long fetched() {
    return fetched;
  }

  long bytes() {
    return bytes;
  }

  Map<String, Long> outcomes() {
    return Map.copyOf(outcomes);
  }

  /// Pages a second, smoothed over some seconds.
  double perSecond(long nowMillis) {
    long elapsed = nowMillis - rateAtMillis;
    if (rateAtMillis == 0) {
      rateAtMillis = nowMillis;
      rateFetched = fetched;
    } else if (elapsed >= 200) {
      double latest = (fetched - rateFetched) * 1000.0 / elapsed;
      double weight = perSecond == 0 ? 1 : 1 - Math.exp(-elapsed / SMOOTHING_MILLIS);
      perSecond += weight * (latest - perSecond);
      rateAtMillis = nowMillis;
      rateFetched = fetched;
    }
    return perSecond;
  }
}
