package nephila.fetch.http;

import java.net.InetAddress;

/// Which addresses may be connected to, on which port. Asked with every address before a connection
/// is made to it, and again before a kept connection is used; the fetcher connects to the address
/// that passed, so a name that resolves differently a moment later gains nothing.
@FunctionalInterface
public interface AddressGate {
  boolean admits(InetAddress address, int port);
}
