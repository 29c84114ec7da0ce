package nephila.config;

/// What the links of a page vote for.
public enum VoteUnit {
  /// Pages: every link counts.
  PAGE,
  /// Sites: the links to one site count as one (000 §4.3, "links between web-sites").
  SITE
}
