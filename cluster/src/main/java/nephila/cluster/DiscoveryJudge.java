package nephila.cluster;

import java.util.function.Function;
import nephila.process.UrlFilter;
import nephila.url.CanonicalUrl;

/// Decides about pages that become known, and queues those to be read.
final class DiscoveryJudge implements PartitionLedger.Watcher {
  private final UrlFilter gate;
  private final PartitionFrontier frontier;
  private final Function<PageKey, String> urls;

  DiscoveryJudge(UrlFilter gate, PartitionFrontier frontier, Function<PageKey, String> urls) {
    this.gate = gate;
    this.frontier = frontier;
    this.urls = urls;
  }

  @Override
  public boolean known(PageKey page, Account account, Introduction introduction, long worth) {
    CanonicalUrl url = CanonicalUrl.ofCanonical(introduction.url());
    boolean wanted =
        introduction.isSeed() || gate.refusal(url, introduction.depth(), true).isEmpty();
    if (wanted) {
      account.host = frontier.queue(page, introduction.url(), worth);
    }
    return wanted;
  }

  @Override
  public void changed(PageKey page, Account account, long before, long now) {
    if (step(now) <= step(before)) {
      return;
    }
    Host host = account.host;
    if (host != null && !gate.hasFocus()) {
      frontier.queue(host, page, now); // without a look at its URL
    } else {
      account.host = frontier.queue(page, urls.apply(page), now);
    }
  }

  /// Quarters of an octave: a page is queued anew when its worth has grown by about a fifth.
  private static long step(long worth) {
    return Double.doubleToLongBits(worth) >>> 50;
  }
}
