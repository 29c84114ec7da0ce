package nephila.cluster.wire;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import nephila.store.record.BinaryRecord;
import nephila.store.record.PageDiscovery;
import org.jspecify.annotations.Nullable;

/// How a page became known: its URL, its distance from a seed in links, and the page that pointed
/// to it first, null for a seed.
///
/// @param anchors conditions of focus rules that texts of links to it meet
public record ClusterDiscovery(
    String url, int depth, @Nullable PageKey via, SortedSet<String> anchors) {
  public static ClusterDiscovery seed(String url) {
    return new ClusterDiscovery(url, 0, null, Collections.emptySortedSet());
  }

  public static ClusterDiscovery of(PageDiscovery how) {
    PageKey via = how.isSeed() ? null : new PageKey(how.viaHost(), how.viaHash());
    return new ClusterDiscovery(how.url(), how.depth(), via, Collections.emptySortedSet());
  }

  public boolean isSeed() {
    return via == null;
  }

  /// The same with the texts of another link.
  public ClusterDiscovery and(SortedSet<String> more) {
    SortedSet<String> all = new TreeSet<>(anchors);
    all.addAll(more);
    return new ClusterDiscovery(url, depth, via, all);
  }

  public PageDiscovery discovery() {
    return via == null
        ? new PageDiscovery(url, depth, true, 0, 0)
        : new PageDiscovery(url, depth, false, via.site(), via.hash());
  }

  public void write(BinaryRecord to) {
    to.putNumber(depth).put(via == null ? 0 : 1);
    if (via != null) {
      via.write(to);
    }
    to.putText(url);
    Wire.putTexts(to, anchors);
  }

  public static ClusterDiscovery take(BinaryRecord from) {
    int depth = (int) from.takeNumber();
    PageKey via = from.take() == 0 ? null : PageKey.take(from);
    return new ClusterDiscovery(from.takeText(), depth, via, Wire.takeTexts(from));
  }
}
