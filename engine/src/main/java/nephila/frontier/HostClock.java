package nephila.frontier;

/// When a host may be asked next, as a frontier sees it.
public interface HostClock {
  /// The moment, in milliseconds since 1970, before which the host must not be asked.
  long nextAtMillis();
}
