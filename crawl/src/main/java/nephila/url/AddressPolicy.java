package nephila.url;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which addresses a crawl may connect to. Links of strangers must not lead into the user's own
/// network, so what is not a public address is refused unless the user allows it. A seed that names
/// such an address, or `localhost`, allows that address on that port and no other. To be asked
/// about the address connected to, after the name was looked up.
///
/// Immutable and thread-safe.
public final class AddressPolicy {
  /// What an address is, if it is not a public one.
  public enum Refusal {
    UNSPECIFIED,
    LOOPBACK,
    LINK_LOCAL,
    PRIVATE,
    MULTICAST,
    RESERVED
  }

  private final Set<Refusal> allowed;
  private final List<Network> networks;

  private AddressPolicy(Set<Refusal> allowed, List<Network> networks) {
    this.allowed = allowed;
    this.networks = networks;
  }

  /// Public addresses only.
  public static AddressPolicy publicOnly() {
    return new AddressPolicy(EnumSet.noneOf(Refusal.class), List.of());
  }

  /// Public, loopback, private and link-local addresses (`--allow-private`).
  public static AddressPolicy allowingPrivate() {
    Set<Refusal> kinds = EnumSet.of(Refusal.LOOPBACK, Refusal.LINK_LOCAL, Refusal.PRIVATE);
    return new AddressPolicy(kinds, List.of());
  }

  /// Public addresses, those that a seed names as literals, and the networks the user allows.
  public static AddressPolicy forSeeds(List<CanonicalUrl> seeds, List<String> networks) {
    List<Network> allowed = new ArrayList<>();
    seeds.forEach(seed -> allowed.addAll(Network.of(seed)));
    networks.forEach(text -> allowed.add(Network.parse(text)));
    return new AddressPolicy(EnumSet.noneOf(Refusal.class), List.copyOf(allowed));
  }

  /// Refuses, in one line, what is no network.
  public static void check(List<String> networks) {
    networks.forEach(Network::parse);
  }

  /// Whether a host names this machine, by name or by address, without asking a name server.
  public static boolean namesLoopback(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    if (name.equals("localhost") || name.endsWith(".localhost") || name.equals("[::1]")) {
      return true;
    }
    boolean numeric = UrlBytes.digit(name.charAt(name.length() - 1)) && !name.startsWith("[");
    return numeric && name.startsWith("127.");
  }

  /// Why not to connect to this address and port; null when it is allowed.
  public @Nullable Refusal refusal(InetAddress address, int port) {
    Refusal kind = kind(address);
    if (kind == null || allowed.contains(kind)) {
      return null;
    }
    return networks.stream().anyMatch(network -> network.holds(address, port)) ? null : kind;
  }

  public boolean allows(InetAddress address, int port) {
    return refusal(address, port) == null;
  }

  /// What kind of address it is; null for a public one.
  static @Nullable Refusal kind(InetAddress address) {
    byte[] octets = address.getAddress();
    if (octets.length == 4) {
      return ipv4(octets, 0);
    }
    int embedded = embeddedIpv4(octets);
    return embedded >= 0 ? ipv4(octets, embedded) : ipv6(octets);
  }

  /// Where an IPv4 address hides in an IPv6 one: mapped, compatible, NAT64 or 6to4; else -1.
  private static int embeddedIpv4(byte[] octets) {
    if (octets[0] == 0x20 && octets[1] == 0x02) {
      return 2;
    }
    boolean nat64 =
        octets[0] == 0
            && octets[1] == 0x64
            && (octets[2] & 255) == 0xFF
            && (octets[3] & 255) == 0x9B;
    for (int i = nat64 ? 4 : 0; i < 10; i++) {
      if (octets[i] != 0) {
        return -1;
      }
    }
    boolean mapped = octets[10] == -1 && octets[11] == -1;
    boolean zeros = octets[10] == 0 && octets[11] == 0;
    boolean special = zeros && !nat64 && octets[12] == 0 && octets[13] == 0 && octets[14] == 0;
    return (mapped || zeros) && !special ? 12 : -1;
  }

  private static @Nullable Refusal ipv4(byte[] octets, int at) {
    int a = octets[at] & 255;
    int b = octets[at + 1] & 255;
    int c = octets[at + 2] & 255;
    return switch (a) {
      case 0 -> Refusal.UNSPECIFIED;
      case 10 -> Refusal.PRIVATE;
      case 127 -> Refusal.LOOPBACK;
      case 100 -> b >= 64 && b < 128 ? Refusal.PRIVATE : null;
      case 169 -> b == 254 ? Refusal.LINK_LOCAL : null;
      case 172 -> b >= 16 && b < 32 ? Refusal.PRIVATE : null;
      case 192 ->
          b == 168
              ? Refusal.PRIVATE
              : (b == 0 && (c == 0 || c == 2)) || (b == 88 && c == 99) ? Refusal.RESERVED : null;
      case 198 -> b == 18 || b == 19 || (b == 51 && c == 100) ? Refusal.RESERVED : null;
      case 203 -> b == 0 && c == 113 ? Refusal.RESERVED : null;
      default -> a >= 240 ? Refusal.RESERVED : a >= 224 ? Refusal.MULTICAST : null;
    };
  }

  private static @Nullable Refusal ipv6(byte[] octets) {
    int first = (octets[0] & 255) << 8 | octets[1] & 255;
    int second = (octets[2] & 255) << 8 | octets[3] & 255;
    return switch (first) {
      case 0 -> lowest(octets);
      // NAT64 of a local network, RFC 8215; of the world, with more than an address in it.
      case 0x64 -> Refusal.PRIVATE;
      // Teredo, ORCHID and benchmarks are tunnels or no hosts; 0xDB8 is for books.
      case 0x2001 -> second < 0x200 || second == 0xDB8 ? Refusal.RESERVED : null;
      case 0x0100, 0x5F00 -> Refusal.RESERVED;
      case 0x3FFF -> second < 0x1000 ? Refusal.RESERVED : null;
      default -> byPrefix(first);
    };
  }

  private static @Nullable Refusal byPrefix(int first) {
    if (first >> 8 == 0xFF) {
      return Refusal.MULTICAST;
    }
    if (first >> 6 == 0xFE80 >> 6) {
      return Refusal.LINK_LOCAL;
    }
    return first >> 9 == 0xFC00 >> 9 || first >> 6 == 0xFEC0 >> 6 ? Refusal.PRIVATE : null;
  }

  /// Addresses that begin with sixteen zeros: `::`, `::1` and none that anyone should meet.
  private static Refusal lowest(byte[] octets) {
    for (int i = 2; i < 15; i++) {
      if (octets[i] != 0) {
        return Refusal.RESERVED;
      }
    }
    return octets[15] == 0
        ? Refusal.UNSPECIFIED
        : octets[15] == 1 ? Refusal.LOOPBACK : Refusal.RESERVED;
  }
}
