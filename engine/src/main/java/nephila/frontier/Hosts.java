package nephila.frontier;

/// The hosts whose pages a frontier orders, by number.
public interface Hosts<H extends HostClock> {
  /// The host of that number, of which the frontier knows nothing yet, or not any more.
  H open(int number);

  /// How many pages of the host were read, whether or not the frontier knows it.
  int reads(int number);

  /// A number for the host's site.
  long site(int number);

  /// Whether the host can be opened again as it is now: the frontier may forget it.
  boolean mayForget(H host);
}
