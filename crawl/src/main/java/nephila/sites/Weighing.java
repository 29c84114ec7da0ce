package nephila.sites;

import nephila.UserError;

/// How much links between sites count.
///
/// @param internal weight of links within a site; the paper found them less telling
/// @param external weight of links between sites
/// @param count what is counted of the links from one site to another
public record Weighing(double internal, double external, Count count) {
  /// A link inside counts a tenth; a site has one vote for every site it links to.
  public static final Weighing USUAL = new Weighing(0.1, 1, Count.ONCE);

  /// What is counted of the links from one site to another.
  public enum Count {
    /// A site links to another or it does not: a link on every page of a template counts once.
    ONCE,
    /// Every link from page to page.
    LINKS
  }

  public Weighing {
    if (!(internal >= 0) || !(external >= 0) || Double.isInfinite(internal + external)) {
      throw new UserError(
          "weights "
              + internal
              + " (internal) and "
              + external
              + " (external): a weight is 0 or more");
    }
    if (internal + external == 0) {
      throw new UserError("internal and external weight are both 0; give one of them a value");
    }
  }

  double of(boolean inside, long links) {
    return (inside ? internal : external) * (count == Count.ONCE ? 1 : links);
  }
}
