package nephila.server;

import java.util.Locale;
import nephila.store.record.UrlHash;
import org.jspecify.annotations.Nullable;

/// A URL cut where its path begins, nothing changed: the frontier spells URLs as its clients do.
///
/// @param origin scheme, name and port
/// @param path the rest
record ClientUrl(String origin, String path) {
  private static final int LONGEST = 8192;

  /// Null when it is no URL that has a host.
  static @Nullable ClientUrl of(String url) {
    int name = url.indexOf("://") + 3;
    if (name < 4 || url.length() > LONGEST || url.chars().anyMatch(c -> c <= ' ')) {
      return null;
    }
    int end = name;
    while (end < url.length() && "/?#".indexOf(url.charAt(end)) < 0) {
      end++;
    }
    ClientUrl address = new ClientUrl(url.substring(0, end), url.substring(end));
    return address.host().isEmpty() ? null : address;
  }

  String url() {
    return origin + path;
  }

  long hash() {
    return UrlHash.of(url());
  }

  /// The name of the host, which is the queue unless a client says otherwise.
  String host() {
    String authority = origin.substring(origin.indexOf("://") + 3);
    String host = authority.substring(authority.lastIndexOf('@') + 1);
    int port = host.lastIndexOf(':');
    boolean numbered = port > host.lastIndexOf(']');
    return (numbered ? host.substring(0, port) : host).toLowerCase(Locale.ROOT);
  }
}
