package nephila.cluster;

import java.util.Arrays;
import nephila.ledger.PageTable;
import nephila.process.UrlFilter;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Decides about pages that become known, and queues those to be read.
final class DiscoveryJudge implements PartitionLedger.Watcher {
  private final UrlFilter gate;
  private final PartitionFrontier frontier;
  private @Nullable PartitionLedger ledger;

  /// In whose queue the page of a slot waits, where that is known, and by which worth it was
  /// queued.
  private @Nullable Host[] hosts = {};

  private long[] queued = {};

  DiscoveryJudge(UrlFilter gate, PartitionFrontier frontier) {
    this.gate = gate;
    this.frontier = frontier;
  }

  void ledger(PartitionLedger its) {
    ledger = its;
  }

  @Override
  public boolean known(int slot, Introduction introduction) {
    CanonicalUrl url = CanonicalUrl.ofCanonical(introduction.url());
    boolean wanted =
        introduction.isSeed() || gate.refusal(url, introduction.depth(), true).isEmpty();
    if (wanted && ledger != null) {
      long worth = ledger.worth(slot);
      grow(slot, ledger.pages());
      hosts[slot] = frontier.queue(ledger.key(slot), introduction.url(), worth);
      queued[slot] = worth;
    }
    return wanted;
  }

  private void grow(int slot, PageTable pages) {
    if (slot >= hosts.length) {
      hosts = Arrays.copyOf(hosts, pages.capacity());
      queued = Arrays.copyOf(queued, pages.capacity());
    }
  }

  @Override
  public void changed(int slot) {
    PartitionLedger its = ledger;
    if (its == null) {
      return;
    }
    long now = its.worth(slot);
    grow(slot, its.pages());
    if (step(now) <= step(queued[slot])) {
      return;
    }
    queued[slot] = now;
    Host host = hosts[slot];
    if (host != null && !gate.hasFocus()) {
      frontier.queue(host, its.key(slot), now); // without a look at its URL
      return;
    }
    Introduction known = its.introduction(slot);
    if (known != null) {
      hosts[slot] = frontier.queue(its.key(slot), known.url(), now);
    }
  }

  @Override
  public void left(int slot) {
    if (slot < hosts.length) {
      hosts[slot] = null;
      queued[slot] = 0;
    }
  }

  /// Quarters of an octave: a page is queued anew when its worth has grown by about a fifth.
  private static long step(long worth) {
    return Double.doubleToLongBits(worth) >>> 50;
  }
}
