package nephila.ledger;

/// What links carry beside each other (paper 000 §4.3: internal links tell less than external ones,
/// links of dynamic pages tell less).
///
/// A page with `i` links inside its site and `e` links to other sites that passes on `P` pays `P /
/// (internal · i + e)` along each link to another site and `internal` times that along each link
/// inside. A dynamic page passes on `dynamic` times what another page does; the rest goes where
/// what is not passed on goes (it evaporates, or is the virtual page's). A page whose links all
/// weigh nothing pays nobody.
///
/// @param internal what a link inside a site carries of what one to another site does, 0 to 1
/// @param dynamic what a dynamic page passes on of what another page does, 0 to 1
public record LinkWeights(double internal, double dynamic) {
  /// All links and pages alike.
  public static final LinkWeights EQUAL = new LinkWeights(1, 1);

  public LinkWeights {
    if (!(internal >= 0 && internal <= 1)) {
      throw new IllegalArgumentException("internal " + internal + ": must be between 0 and 1");
    }
    if (!(dynamic >= 0 && dynamic <= 1)) {
      throw new IllegalArgumentException("dynamic " + dynamic + ": must be between 0 and 1");
    }
  }

  /// Which links are internal and which pages dynamic. The answers never change.
  public interface Kinds {
    /// Whether both pages are of one site.
    boolean isInternal(int from, int to);

    boolean isDynamic(int page);
  }

  public boolean areEqual() {
    return equals(EQUAL);
  }

  /// The units that each link carries of `paid` units: a function of its arguments alone, so that
  /// the same amount can be taken back later.
  ///
  /// @param passed the share that a page which is not dynamic passes along its links
  RowShares shares(long paid, double passed, int insideLinks, int outsideLinks, boolean isDynamic) {
    double weight = internal * insideLinks + outsideLinks;
    if (weight == 0) {
      return new RowShares(0, 0, insideLinks);
    }
    double each = (isDynamic ? dynamic * passed : passed) / weight;
    return new RowShares((long) (paid * (internal * each)), (long) (paid * each), insideLinks);
  }
}
