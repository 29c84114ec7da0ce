package nephila.lab.community;

import nephila.community.LocalDomain;

/// A local domain cut out of a web.
///
/// @param kind a site, or a topic of several sites
public record Domain(String name, Kind kind, Web web, LocalDomain pages) {
  /// What holds the pages together.
  public enum Kind {
    SITE,
    TOPIC
  }

  double[] truth() {
    return web.truth(pages);
  }
}
