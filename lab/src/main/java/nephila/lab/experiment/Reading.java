package nephila.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import nephila.rank.RankOptions.VirtualPage;

/// One way to read what the papers leave open: what a page passes to the virtual page, and which
/// iteration the off-line computation is.
record Reading(VirtualPage virtualPage, OffLine offLine) {
  /// The papers' own virtual page and the vector they say they compute come first.
  static final List<Reading> ALL = all();

  private static List<Reading> all() {
    List<Reading> all = new ArrayList<>();
    for (VirtualPage page : List.of(VirtualPage.SMALL_EDGE, VirtualPage.DAMPED)) {
      for (OffLine offLine : List.of(OffLine.DAGGER_PRIME, OffLine.DAGGER)) {
        all.add(new Reading(page, offLine));
      }
    }
    return List.copyOf(all);
  }

  static String shown(VirtualPage page) {
    return page == VirtualPage.SMALL_EDGE ? "small edge" : "1 − d";
  }

  @Override
  public String toString() {
    return shown(virtualPage) + ", " + offLine;
  }
}
