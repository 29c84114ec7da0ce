package nephila.liverank.learned;

/// Where pages are closed to us: by site and folder, how many. What is closed says nothing about
/// life and death, but a question there is lost, so pages of the same folder or site go later.
///
/// 4 bytes a group once a page is closed.
final class ClosedPages {
  private final Groups groups;
  private final Evidence evidence;
  private int[] closed = new int[0];

  ClosedPages(Groups groups, Evidence evidence) {
    this.groups = groups;
    this.evidence = evidence;
  }

  void add(int page) {
    if (closed.length == 0) {
      closed = new int[groups.count()];
    }
    for (int group = groups.deepest(page); group != Groups.NONE; group = groups.parent(group)) {
      closed[group]++;
    }
  }

  /// How many pages of a group are closed.
  int of(int group) {
    return closed.length == 0 ? 0 : closed[group];
  }

  /// What the closed pages of its folder and its site take from the log-odds of a page: 0 where
  /// there are none, the logarithm of the chance that it is open where there are.
  double penalty(int page) {
    if (closed.length == 0) {
      return 0;
    }
    int site = groups.site(page);
    int folder = groups.deepest(page);
    double ofFolder = folder == site ? 0 : chance(folder);
    return Math.log(1 - Math.max(ofFolder, site == Groups.ALL ? 0 : chance(site)));
  }

  private double chance(int group) {
    return closed[group] / (closed[group] + evidence.asked(group) + 1.0);
  }
}
