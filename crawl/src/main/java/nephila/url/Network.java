package nephila.url;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import nephila.UserError;

/// Addresses the user allows though they are not public: one, or all that begin with the same bits;
/// on every port, or on one. Written `10.1.2.3`, `10.0.0.0/8`, `127.0.0.1:8080`, `[::1]:80`,
/// `fd00::/8`.
///
/// @param first the network's first address
/// @param bits how many leading bits its addresses share
/// @param port the only port, or 0 for all
record Network(InetAddress first, int bits, int port) {
  /// Reads what a user typed.
  static Network parse(String text) {
    try {
      int slash = text.indexOf('/');
      int close = text.indexOf(']');
      int colon = text.lastIndexOf(':');
      boolean ported = colon > close && (close >= 0 || text.indexOf(':') == colon);
      int port = ported ? Integer.parseInt(text.substring(colon + 1)) : 0;
      String rest = ported ? text.substring(0, colon) : text;
      String literal = slash < 0 ? rest : rest.substring(0, slash);
      InetAddress first = InetAddress.ofLiteral(literal.replace("[", "").replace("]", ""));
      int width = 8 * first.getAddress().length;
      int bits = slash < 0 ? width : Integer.parseInt(rest.substring(slash + 1));
      if (bits < 0 || bits > width || port < 0 || port > 65_535) {
        throw refused(text);
      }
      return new Network(first, bits, port);
    } catch (IllegalArgumentException e) {
      throw refused(text);
    }
  }

  private static UserError refused(String text) {
    return new UserError(
        "network '" + text + "': write an address or a network, like 10.0.0.0/8 or 127.0.0.1:8080");
  }

  /// What a seed names beyond doubt without asking a name server: its address and port, both ports
  /// of the web when it is on one of them; nothing when the seed has a name.
  static List<Network> of(CanonicalUrl seed) {
    List<Network> named = new ArrayList<>();
    for (InetAddress address : addresses(seed.host())) {
      int bits = 8 * address.getAddress().length;
      int port = seed.port();
      named.add(new Network(address, bits, port));
      if (port == 80 || port == 443) {
        named.add(new Network(address, bits, port == 80 ? 443 : 80));
      }
    }
    return named;
  }

  private static List<InetAddress> addresses(String host) {
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    if (name.equals("localhost") || name.endsWith(".localhost")) {
      return List.of(InetAddress.ofLiteral("127.0.0.1"), InetAddress.ofLiteral("::1"));
    }
    try {
      return List.of(InetAddress.ofLiteral(name.replace("[", "").replace("]", "")));
    } catch (IllegalArgumentException e) {
      return List.of();
    }
  }

  boolean holds(InetAddress address, int onPort) {
    byte[] wanted = first.getAddress();
    byte[] octets = address.getAddress();
    if (octets.length != wanted.length || (port != 0 && port != onPort)) {
      return false;
    }
    for (int bit = 0; bit < bits; bit += 8) {
      int mask = bits - bit >= 8 ? 0xFF : 0xFF << (8 - bits + bit) & 0xFF;
      if (((wanted[bit / 8] ^ octets[bit / 8]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }
}
