package nephila.community.worth;

import java.util.Arrays;
import nephila.community.ExpandedGraph;
import org.jspecify.annotations.Nullable;

/// Pages whose addresses begin alike: a tree of prefixes. The root holds all pages; below it the
/// hosts, then the directories, then names that differ in the last characters only. A page belongs
/// to one leaf group and, through it, to all groups above.
///
/// Pages without address are grouped by their numbers at the source, tens within hundreds within
/// thousands: numbers often follow the order of addresses.
///
/// Groups are found by a 64-bit hash of the prefix. About 40 bytes a group; a page costs its depth
/// in time when it is added, once.
public final class AddressGroups {
  static final int ROOT = 0;

  /// How many of the last characters of a name make groups of their own.
  private static final int NAME_LEVELS = 4;

  private static final int MAX_DEPTH = 12;

  private long[] keys = new long[256];
  private int[] values = new int[256];
  private int[] parent = new int[64];
  private int[] depth = new int[64];
  private int size = 1;

  private int[] leaf = new int[64];
  private int pages;

  private final long[] path = new long[MAX_DEPTH];

  /// Places all known pages that are not placed yet.
  public void update(ExpandedGraph graph) {
    if (leaf.length < graph.known()) {
      leaf = Arrays.copyOf(leaf, Math.max(2 * leaf.length, graph.known()));
    }
    for (; pages < graph.known(); pages++) {
      int number = graph.sourcePage(pages);
      leaf[pages] = place(graph.source().url(number), number);
    }
  }

  public int size() {
    return size;
  }

  public int leaf(int page) {
    return leaf[page];
  }

  /// The group above; the root is its own. A parent has a smaller number than its children.
  public int parent(int group) {
    return parent[group];
  }

  /// 0 for the root, 1 for a host, more below.
  public int depth(int group) {
    return depth[group];
  }

  private int place(@Nullable String url, int number) {
    int levels = url == null ? numberPath(number) : urlPath(url);
    int group = ROOT;
    for (int i = 0; i < levels; i++) {
      group = child(group, path[i]);
    }
    return group;
  }

  private int numberPath(int number) {
    int levels = 0;
    for (int unit = 10_000; unit >= 10; unit /= 10) {
      path[levels++] = mix(unit, number / unit);
    }
    return levels;
  }

  /// Fills [#path] with the hashes of the prefixes that make groups, longest last.
  private int urlPath(String url) {
    int schemeEnd = url.indexOf("://");
    int start = schemeEnd < 0 ? 0 : schemeEnd + 3;
    int nameStart = nameStart(url, start);
    int nameEnd = url.indexOf('.', nameStart);
    nameEnd = nameEnd < 0 ? url.length() : nameEnd;
    int firstInName = Math.max(nameStart + 1, nameEnd - NAME_LEVELS);
    int levels = 0;
    long hash = 17;
    for (int i = start; i < nameEnd && levels < MAX_DEPTH; i++) {
      char c = url.charAt(i);
      boolean boundary = i < nameStart && (c == '/' || c == '?' || c == '&');
      if (boundary || (i >= firstInName && i > nameStart)) {
        path[levels++] = hash;
      }
      hash = mix(hash, levels == 0 ? Character.toLowerCase(c) : c);
    }
    if (levels == 0) {
      path[levels++] = hash;
    }
    return levels;
  }

  /// Where the last part of the path begins; behind the end when the address is a bare host.
  private static int nameStart(String url, int start) {
    int end = url.length();
    while (end > start && (url.charAt(end - 1) == '/' || url.charAt(end - 1) == '?')) {
      end--;
    }
    int slash = url.indexOf('/', start);
    if (slash < 0 || slash >= end) {
      return url.length();
    }
    int at = end - 1;
    while (url.charAt(at) != '/' && url.charAt(at) != '?' && url.charAt(at) != '&') {
      at--;
    }
    return at + 1;
  }

  private static long mix(long hash, long c) {
    long mixed = (hash ^ c) * 0x9E3779B97F4A7C15L;
    return mixed ^ (mixed >>> 29);
  }

  private int child(int above, long hash) {
    long key = mix(hash, above) | 1;
    int slot = slot(key);
    if (keys[slot] == key) {
      return values[slot];
    }
    if (parent.length == size) {
      parent = Arrays.copyOf(parent, 2 * size);
      depth = Arrays.copyOf(depth, 2 * size);
    }
    parent[size] = above;
    depth[size] = depth[above] + 1;
    keys[slot] = key;
    values[slot] = size;
    if (3L * ++size > 2L * keys.length) {
      grow();
    }
    return size - 1;
  }

  private int slot(long key) {
    int mask = keys.length - 1;
    int slot = (int) (key >>> 20) & mask;
    while (keys[slot] != 0 && keys[slot] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldValues = values;
    keys = new long[2 * oldKeys.length];
    values = new int[keys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != 0) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        values[slot] = oldValues[i];
      }
    }
  }
}
