package nephila.frontier;

/// When a host may be asked next, as a frontier sees it. A frontier that was told of a clock looks
/// at it again only when it is told that the clock has changed ([Frontier#clockChanged]) or a
/// request has ended.
public interface HostClock {
  /// The moment, in milliseconds since 1970, before which the host must not be asked.
  long nextAtMillis();
}
