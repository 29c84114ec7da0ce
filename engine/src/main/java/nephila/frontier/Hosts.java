package nephila.frontier;

/// The hosts whose pages a frontier orders, by number.
public interface Hosts<H extends HostClock> {
  /// The host of that number, of which the frontier knows nothing yet, or not any more.
  H open(int number);

  /// How many pages of the host were read, whether or not the frontier knows it.
  default int reads(int number) {
    return 0;
  }

  /// A number for the host's site, with random bits: usually each host is a site of its own.
  default long site(int number) {
    return number * 0x9E3779B97F4A7C15L;
  }

  /// Whether the host can be opened again as it is now: the frontier may forget it.
  default boolean mayForget(H host) {
    return false;
  }

  /// What the host takes of the memory, in about as many bytes.
  default int bytes(H host) {
    return 0;
  }
}
