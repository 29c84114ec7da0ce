package nephila.fetch.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/// Where a host is. The fetcher caches the answers.
@FunctionalInterface
public interface Resolver {
  /// The addresses of a host, in the order to try; may block.
  List<InetAddress> resolve(String host) throws UnknownHostException;

  /// The operating system's resolver.
  static Resolver system() {
    return host -> List.of(InetAddress.getAllByName(host));
  }
}
