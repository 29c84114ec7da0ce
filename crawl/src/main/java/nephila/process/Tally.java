package nephila.process;

import java.util.Map;
import java.util.TreeMap;

/// Counts of a crawl, and its rate. Owned by the thread of the crawl loop.
public final class Tally {
  /// What re-reading has shown.
  ///
  /// @param count of re-reads
  /// @param seconds from the read before to the re-read, summed
  /// @param changed how many of them found a change
  public record Rereads(long count, long seconds, long changed) {
    static final Rereads NONE = new Rereads(0, 0, 0);

    Rereads and(long afterSeconds, boolean change) {
      return new Rereads(count + 1, seconds + afterSeconds, changed + (change ? 1 : 0));
    }
  }

  private static final double SMOOTHING_MILLIS = 5000;
  private static final String REREADS = "re-reads";
  private static final String REREAD_SECONDS = "re-read seconds";
  private static final String REREAD_CHANGES = "re-read changes";

  private static final String REQUISITE = "requisite ";
  private static final String REQUISITE_BYTES = "requisite-bytes";
  private static final String LEFT_OUT = "requisites-left-out";
  private static final String OVER = "pages-with-requisites-left-out";

  private final Map<String, Long> outcomes = new TreeMap<>();
  private final Map<String, Long> requisites = new TreeMap<>();
  private long requisiteBytes;
  private long leftOut;
  private long pagesOver;
  private long fetched;
  private long bytes;
  private Rereads rereads = Rereads.NONE;
  private double perSecond;
  private long rateAtMillis;
  private long rateFetched;

  /// Takes over what an earlier run counted, as [#text] wrote it.
  public void resume(String text) {
    for (String entry : text.split("\n")) {
      int equals = entry.lastIndexOf('=');
      if (equals > 0) {
        long count = Long.parseLong(entry.substring(equals + 1));
        switch (entry.substring(0, equals)) {
          case "fetched" -> fetched = count;
          case "bytes" -> bytes = count;
          case REREADS -> rereads = new Rereads(count, 0, 0);
          case REREAD_SECONDS -> rereads = new Rereads(rereads.count(), count, 0);
          case REREAD_CHANGES -> rereads = new Rereads(rereads.count(), rereads.seconds(), count);
          case REQUISITE_BYTES -> requisiteBytes = count;
          case LEFT_OUT -> leftOut = count;
          case OVER -> pagesOver = count;
          case String kind when kind.startsWith(REQUISITE) ->
              requisites.put(kind.substring(REQUISITE.length()), count);
          default -> outcomes.put(entry.substring(0, equals), count);
        }
      }
    }
    rateFetched = fetched;
  }

  public String text() {
    StringBuilder text = new StringBuilder();
    text.append("fetched=").append(fetched).append("\nbytes=").append(bytes);
    if (rereads.count() > 0) {
      text.append('\n').append(REREADS).append('=').append(rereads.count());
      text.append('\n').append(REREAD_SECONDS).append('=').append(rereads.seconds());
      text.append('\n').append(REREAD_CHANGES).append('=').append(rereads.changed());
    }
    outcomes.forEach((kind, count) -> text.append('\n').append(kind).append('=').append(count));
    if (!requisites.isEmpty() || leftOut > 0) {
      text.append('\n').append(REQUISITE_BYTES).append('=').append(requisiteBytes);
      text.append('\n').append(LEFT_OUT).append('=').append(leftOut);
      text.append('\n').append(OVER).append('=').append(pagesOver);
    }
    requisites.forEach(
        (kind, count) ->
            text.append('\n').append(REQUISITE).append(kind).append('=').append(count));
    return text.toString();
  }

  /// A requisite was settled, with an answer of that kind and length.
  public void requisite(String kind, long length) {
    requisites.merge(kind, 1L, Long::sum);
    requisiteBytes += length;
  }

  /// So many requisites of a page were left out because of its limits, for the first time or again.
  public void requisitesLeftOut(int count, boolean first) {
    leftOut += count;
    pagesOver += first ? 1 : 0;
  }

  /// Requisites settled, by kind of answer.
  public Map<String, Long> requisites() {
    return Map.copyOf(requisites);
  }

  public long requisiteBytes() {
    return requisiteBytes;
  }

  /// Requisites that were not fetched because of a page's limits.
  public long requisitesLeftOut() {
    return leftOut;
  }

  /// Pages of which requisites were left out.
  public long pagesWithRequisitesLeftOut() {
    return pagesOver;
  }

  public void fetched(String kind, long length) {
    fetched++;
    bytes += length;
    outcomes.merge(kind, 1L, Long::sum);
  }

  /// A page was read again after that time.
  public void reread(long afterSeconds, boolean changed) {
    rereads = rereads.and(afterSeconds, changed);
  }

  public Rereads rereads() {
    return rereads;
  }

  /// An outcome without a request.
  public void outcome(String kind) {
    outcomes.merge(kind, 1L, Long::sum);
  }

  public long fetched() {
    return fetched;
  }

  public long bytes() {
    return bytes;
  }

  public Map<String, Long> outcomes() {
    return Map.copyOf(outcomes);
  }

  /// Pages a second, smoothed over some seconds.
  public double perSecond(long nowMillis) {
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
