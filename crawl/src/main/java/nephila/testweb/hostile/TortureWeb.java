package nephila.testweb.hostile;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/// Misbehaving hosts and one good one, and the names by which they are known.
final class TortureWeb implements Closeable {
  private static final int GOOD_PAGES = 60;

  private final Lures lures;
  private final List<TortureHost> hosts = new ArrayList<>();
  private final AtomicInteger rebounds = new AtomicInteger();

  private TortureWeb(Lures lures) {
    this.lures = lures;
  }

  static List<Behaviour> all(Lures lures) {
    List<Behaviour> all = new ArrayList<>();
    all.addAll(WireBehaviours.slow());
    all.addAll(WireBehaviours.floods());
    all.addAll(WireBehaviours.tongues());
    all.addAll(FramingBehaviours.lengths());
    all.addAll(FramingBehaviours.codings());
    all.addAll(FramingBehaviours.statuses());
    all.addAll(RedirectBehaviours.redirects());
    all.addAll(RedirectBehaviours.secure());
    all.addAll(PageBehaviours.huge());
    all.addAll(PageBehaviours.lies());
    all.addAll(PageBehaviours.links());
    all.addAll(RobotsBehaviours.robots());
    all.addAll(RobotsBehaviours.sitemaps());
    all.addAll(TrapBehaviours.traps());
    all.addAll(TrapBehaviours.lures(lures.spellings()));
    return all;
  }

  static TortureWeb open(Lures lures, Predicate<Behaviour> wanted) throws IOException {
    TortureWeb web = new TortureWeb(lures);
    try {
      int number = 1;
      web.hosts.add(new TortureHost(good(), number++, lures));
      for (Behaviour behaviour : all(lures)) {
        if (wanted.test(behaviour)) {
          web.hosts.add(new TortureHost(behaviour, number++, lures));
        }
      }
      return web;
    } catch (IOException e) {
      web.close();
      throw e;
    }
  }

  /// The neighbour who must not suffer.
  private static Behaviour good() {
    StringBuilder front = new StringBuilder();
    for (int i = 1; i < GOOD_PAGES; i++) {
      front.append("<a href=/page").append(i).append(">x</a>");
    }
    return Behaviour.of(
        "good-neighbour",
        "all of its pages are read",
        talk -> {
          talk.keep();
          if (talk.front()) {
            talk.html(front.toString());
          } else if (talk.path().startsWith("/page")) {
            talk.html("hello " + talk.path() + "<a href=/>front</a>");
          } else {
            talk.missing();
          }
        },
        seen -> seen.events().stream().filter(e -> e.status() == 200).count() >= GOOD_PAGES);
  }

  List<TortureHost> hosts() {
    return hosts;
  }

  List<String> seeds() {
    return hosts.stream().map(host -> host.origin() + "/").toList();
  }

  List<String> networks() {
    return hosts.stream().map(TortureHost::network).toList();
  }

  /// What its name server says.
  List<InetAddress> addresses(String asked) throws UnknownHostException {
    String name = asked.endsWith(".") ? asked.substring(0, asked.length() - 1) : asked;
    return switch (name) {
      case Lures.NAME -> List.of(lures.address());
      case Lures.REBOUND ->
          List.of(rebounds.getAndIncrement() == 0 ? hosts.getFirst().address() : lures.address());
      case Lures.BOTH -> List.of(hosts.getFirst().address(), lures.address());
      case "localhost", "a.localhost" -> List.of(InetAddress.ofLiteral("127.0.0.1"));
      default -> hosted(name);
    };
  }

  /// Hosts of one name are told apart by their ports alone, so all their addresses are given.
  private List<InetAddress> hosted(String name) throws UnknownHostException {
    String known = name.endsWith(".wild.test") ? "www.wild.test" : name;
    List<InetAddress> found =
        hosts.stream()
            .filter(host -> host.behaviour.host().equals(known))
            .map(TortureHost::address)
            .toList();
    if (found.isEmpty()) {
      throw new UnknownHostException(name);
    }
    return found;
  }

  @Override
  public void close() throws IOException {
    for (TortureHost host : hosts) {
      host.close();
    }
  }
}
