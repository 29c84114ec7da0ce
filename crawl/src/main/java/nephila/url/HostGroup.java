package nephila.url;

/// Which pages share one turn: the pages a server would feel as one visitor.
public enum HostGroup {
  /// One turn a host name, whatever its port.
  HOST,
  /// One turn a registered domain, for hosts that share their infrastructure.
  SITE;

  /// The name of the group that a page belongs to.
  public String of(CanonicalUrl url) {
    return switch (this) {
      case HOST -> url.host();
      case SITE -> url.site();
    };
  }
}
