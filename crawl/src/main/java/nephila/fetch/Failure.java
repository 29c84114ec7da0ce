package nephila.fetch;

/// Why there is no response. Counted by kind; each is what the web did, not an error of ours.
public enum Failure {
  /// Not an absolute http or https URL of visible ASCII.
  BAD_URL,
  /// The name has no address, or its servers do not answer.
  DNS,
  /// Every address of the host is one the [nephila.fetch.http.AddressGate] keeps us away from.
  ADDRESS_REFUSED,
  /// The port is closed.
  REFUSED,
  /// No route to the address.
  UNREACHABLE,
  CONNECT_TIMEOUT,
  /// Connected, asked, and no byte came in time.
  FIRST_BYTE_TIMEOUT,
  /// Time ran out, or bytes came too slowly, before the response head was whole.
  WHOLE_TIMEOUT,
  /// The connection broke before the response head was whole.
  RESET,
  /// What came is not HTTP/1.x, or its head is beyond the limits.
  BAD_HTTP,
  /// No secure connection: handshake or certificate.
  TLS,
  /// The proxy refused or failed.
  PROXY,
  /// This machine had no socket, port or memory to spare: not the server's doing.
  LOCAL,
  /// The fetcher was closed or the thread interrupted.
  CANCELLED;

  /// Whether asking again later may help.
  public boolean mayPass() {
    return this != BAD_URL && this != ADDRESS_REFUSED;
  }
}
