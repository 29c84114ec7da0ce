package nephila.cluster.wire;

import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import nephila.store.BinaryRecord;
import nephila.store.PageDiscovery;
import org.jspecify.annotations.Nullable;

/// How a page became known: its URL, its distance from a seed in links, and the page that pointed
/// to it first, null for a seed.
///
/// @param anchors conditions of focus rules that texts of links to it meet
public record Introduction(
    String url, int depth, @Nullable PageKey via, SortedSet<String> anchors) {
  public static Introduction seed(String url) {
    return new Introduction(url, 0, null, Collections.emptySortedSet());
  }

  public static Introduction of(PageDiscovery how) {
    PageKey via = how.isSeed() ? null : new PageKey(how.viaHost(), how.viaHash());
    return new Introduction(how.url(), how.depth(), via, Collections.emptySortedSet());
  }

  public boolean isSeed() {
    return via == null;
  }

  /// The same with the texts of another link.
  public Introduction and(SortedSet<String> more) {
    SortedSet<String> all = new TreeSet<>(anchors);
    all.addAll(more);
    return new Introduction(url, depth, via, all);
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

  public static Introduction take(BinaryRecord from) {
    int depth = (int) from.takeNumber();
    PageKey via = from.take() == 0 ? null : PageKey.take(from);
    return new Introduction(from.takeText(), depth, via, Wire.takeTexts(from));
  }
}
