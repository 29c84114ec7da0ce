package nephila.frontier;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import nephila.ledger.ChangedPages;
import nephila.ledger.ExactLedger;
import nephila.ledger.PageTable;

/// Pages, hosts with clocks, and a disk that is a map: what a frontier needs around it.
final class PagesAndHosts implements Hosts<PagesAndHosts.FakeHost>, EvictedPages {
  /// A host that is due when a test says.
  static final class FakeHost implements HostClock {
    long nextAtMillis;
    final String origin;

    FakeHost(String origin) {
      this.origin = origin;
    }

    @Override
    public long nextAtMillis() {
      return nextAtMillis;
    }

    @Override
    public String toString() {
      return origin;
    }
  }

  final PageTable pages = new PageTable();
  final ExactLedger ledger = new ExactLedger(pages, 0.85, new ChangedPages(pages));
  final int memoryPages;
  private final Map<String, Integer> slots = new HashMap<>();
  private final List<String> urls = new ArrayList<>();
  private final Map<String, Integer> hostNumbers = new HashMap<>();
  private final List<FakeHost> hosts = new ArrayList<>();
  private final Map<Integer, Integer> hostOf = new HashMap<>();

  /// What pages received that are not in memory, by host.
  private final Map<Integer, Map<Integer, Long>> disk = new TreeMap<>();

  /// Pages by the numbers by which the disk knows them.
  private final List<String> onDisk = new ArrayList<>();

  private double leastStanding;
  int opened;

  PagesAndHosts(int memoryPages) {
    this.memoryPages = memoryPages;
  }

  int slot(String url) {
    Integer slot = slots.get(url);
    return slot == null ? know(url) : slot;
  }

  private int know(String url) {
    int slot = pages.add();
    while (urls.size() <= slot) {
      urls.add("");
    }
    urls.set(slot, url);
    slots.put(url, slot);
    hostOf.put(slot, host(url.substring(0, url.indexOf('/', 8))));
    return slot;
  }

  int host(String origin) {
    return hostNumbers.computeIfAbsent(
        origin,
        o -> {
          hosts.add(new FakeHost(o));
          return hosts.size() - 1;
        });
  }

  String url(int slot) {
    return urls.get(slot);
  }

  int hostOf(int slot) {
    return hostOf.get(slot);
  }

  @Override
  public FakeHost open(int number) {
    opened++;
    return hosts.get(number);
  }

  @Override
  public int reads(int number) {
    return 0;
  }

  /// Hosts of `large.test` are one site.
  @Override
  public long site(int number) {
    String origin = hosts.get(number).origin;
    String site = origin.endsWith(".large.test") ? "large.test" : origin;
    return site.hashCode() * 0x9E3779B97F4A7C15L;
  }

  @Override
  public boolean mayForget(FakeHost host) {
    return true;
  }

  @Override
  public boolean resolve(int slot) {
    return !pages.isRead(slot) && !pages.isDropped(slot);
  }

  @Override
  public HostPages of(int host) {
    HostPages found = new HostPages();
    found.begin(host);
    disk.getOrDefault(host, Map.of()).forEach(found::add);
    return found;
  }

  @Override
  public int admit(HostPages found, int i) {
    int number = (int) found.hash(i);
    disk.get(found.host()).remove(number);
    int slot = slot(onDisk.get(number));
    pages.received(slot, found.received(i));
    return slot;
  }

  @Override
  public double leastStanding() {
    return leastStanding;
  }

  @Override
  public long credit() {
    return ledger.credit();
  }

  /// When more pages wait than fit, the third of them leaves that will be read last.
  void makeRoom(EvictionOrder order) {
    List<Integer> waiting = new ArrayList<>();
    for (int slot = 0; slot < pages.size(); slot++) {
      if (Frontier.waits(pages, slot)) {
        waiting.add(slot);
      }
    }
    if (waiting.size() <= memoryPages) {
      return;
    }
    waiting.sort(java.util.Comparator.comparingDouble(order::standing));
    for (int slot : waiting.subList(0, waiting.size() / 3)) {
      leastStanding = order.standing(slot);
      order.leaving(slot);
      disk.computeIfAbsent(hostOf(slot), h -> new TreeMap<>())
          .put(onDisk.size(), pages.received(slot));
      onDisk.add(url(slot));
      slots.remove(url(slot));
      pages.leave(slot);
    }
    order.left();
  }

  /// Shows the frontier the pages of every host that are not in memory; returns how many there are.
  int sweep(EvictionOrder order) {
    int seen = 0;
    for (int host : List.copyOf(disk.keySet())) {
      HostPages found = of(host);
      seen += found.count();
      order.found(found);
    }
    return seen;
  }
}
