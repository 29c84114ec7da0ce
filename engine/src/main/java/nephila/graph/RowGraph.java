package nephila.graph;

/// A graph whose links are numbered row by row, so that a walk can stop in a row and go on later:
/// in memory ([CsrGraph]) or mapped from a file ([MappedCsrGraph]). Safe for any number of threads.
public sealed interface RowGraph extends LinkGraph permits CsrGraph, MappedCsrGraph {
  /// The number of the first link of `page`; `rowStart(pages())` is the number of links.
  long rowStart(int page);

  /// Where link `k` leads.
  int target(long k);

  /// What link `k` weighs.
  double weight(long k);
}
