package nephila.lab.experiment.liverank;

import java.util.AbstractList;
import java.util.List;
import nephila.formats.LoadedGraph;
import nephila.graph.LongIndex;
import nephila.graph.PageNames;
import nephila.liverank.OldGraph;
import nephila.liverank.SpreadingWeb;

/// A graph of any size, taken as an old crawl of which part has died since ([SpreadingWeb#decay]):
/// to measure orders where no truth is to be had.
///
/// @param alive which pages live
public record DecayedGraph(OldGraph snapshot, boolean[] alive) {
  /// The graph of which about `share` lives; the same arguments give the same.
  public static DecayedGraph of(LoadedGraph loaded, double share, long seed) {
    PageNames names = loaded.names().orElse(null);
    OldGraph old =
        names == null
            ? OldGraph.withoutUrls(loaded.graph())
            : OldGraph.of(loaded.graph(), urls(names));
    int[] folders = new int[old.pages()];
    for (int page = 0; page < folders.length && names != null; page++) {
      String url = names.name(page);
      folders[page] = (int) LongIndex.key(seed, url, 0, url.lastIndexOf('/') + 1);
    }
    return new DecayedGraph(old, SpreadingWeb.decay(old, folders, share, seed));
  }

  private static List<String> urls(PageNames names) {
    return new AbstractList<>() {
      @Override
      public String get(int page) {
        return names.name(page);
      }

      @Override
      public int size() {
        return names.size();
      }
    };
  }
}
