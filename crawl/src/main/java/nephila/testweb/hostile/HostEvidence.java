package nephila.testweb.hostile;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import nephila.crawl.PageEvent;
import nephila.process.Statuses;

/// What was seen of one host: what the crawl made of it, and what it was asked for.
///
/// @param events pages of it that were settled, in order
/// @param requests how often each of its paths was asked for
/// @param canary connections that reached the canary in the whole crawl
record HostEvidence(
    String origin, List<PageEvent> events, Map<String, AtomicInteger> requests, int canary) {
  private PageEvent event(String path) {
    PageEvent last = null;
    for (PageEvent event : events) {
      last = event.url().equals(origin + path) ? event : last;
    }
    return last == null
        ? new PageEvent(
            0,
            origin + path,
            0,
            "",
            0,
            0,
            0,
            0,
            0,
            PageEvent.Change.FIRST,
            nephila.store.record.ReadFacts.Reason.SEED,
            0)
        : last;
  }

  /// Status of a page, 0 when it was not settled.
  int status(String path) {
    return event(path).status();
  }

  /// Status of the front page.
  int status() {
    return status("/");
  }

  int links() {
    return event("/").links();
  }

  /// How often a path was asked for.
  int asked(String path) {
    AtomicInteger count = requests.get(path);
    return count == null ? 0 : count.get();
  }

  /// Requests for anything but robots.txt.
  int asked() {
    return requests.values().stream().mapToInt(AtomicInteger::get).sum() - asked("/robots.txt");
  }

  boolean settledAs(int status) {
    return status() == status;
  }

  @Override
  public String toString() {
    PageEvent front = event("/");
    String how =
        front.status() == 0
            ? "not read"
            : front.status() > 0 ? "HTTP " + front.status() : Statuses.words(front.status());
    StringBuilder text = new StringBuilder(how);
    text.append(front.bytes() > 0 ? ", %,d bytes".formatted(front.bytes()) : "");
    text.append(front.links() > 0 ? ", %,d links".formatted(front.links()) : "");
    text.append(", %,d requests".formatted(asked()));
    text.append(asked("/robots.txt") > 1 ? ", robots " + asked("/robots.txt") : "");
    return text.toString();
  }
}
