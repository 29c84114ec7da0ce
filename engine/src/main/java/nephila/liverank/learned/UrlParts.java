package nephila.liverank.learned;

import nephila.graph.LongIndex;

/// Where the parts of a URL lie: folders of its path and the file name with its query. Nothing is
/// decoded: pages are compared only with pages of the same crawl.
final class UrlParts {
  private static final int MOST_FOLDERS = 16;

  private final String url;
  private final int[] slashes = new int[MOST_FOLDERS + 1];
  private int folders;
  private final int nameStart;
  private final int nameEnd;

  private UrlParts(String url) {
    this.url = url;
    int scheme = url.indexOf("://");
    int at = scheme < 0 ? 0 : scheme + 3;
    int end = end(url, at);
    while (at < end && url.charAt(at) != '/') {
      at++;
    }
    slashes[0] = at;
    int last = at;
    for (int k = at + 1; k < end; k++) {
      if (url.charAt(k) == '/') {
        if (folders < MOST_FOLDERS) {
          slashes[++folders] = k;
        }
        last = k;
      }
    }
    nameStart = Math.min(last + 1, url.length());
    int fragment = url.indexOf('#', nameStart);
    nameEnd = fragment < 0 ? url.length() : fragment;
  }

  static UrlParts of(String url) {
    return new UrlParts(url);
  }

  /// Where the path ends: at the query or the fragment.
  private static int end(String url, int from) {
    for (int k = from; k < url.length(); k++) {
      char c = url.charAt(k);
      if (c == '?' || c == '#') {
        return k;
      }
    }
    return url.length();
  }

  int folders() {
    return folders;
  }

  int folderStart(int k) {
    return slashes[k] + 1;
  }

  int folderEnd(int k) {
    return slashes[k + 1];
  }

  int nameStart() {
    return nameStart;
  }

  int nameEnd() {
    return nameEnd;
  }

  /// The end of the leading letters of the name.
  int stemEnd() {
    int end = nameStart;
    while (end < nameEnd && Character.isLetter(url.charAt(end))) {
      end++;
    }
    return end;
  }

  /// The outline of the name: its extension, whether it has a query, digits, separators, capitals.
  long shape() {
    int query = url.indexOf('?', nameStart);
    int end = query < 0 || query > nameEnd ? nameEnd : query;
    int dot = url.lastIndexOf('.', end - 1);
    long extension = dot < nameStart ? 0 : LongIndex.key(0, url, dot + 1, end);
    int stop = dot < nameStart ? end : dot;
    int signs = query < 0 ? 0 : 1;
    for (int k = nameStart; k < stop; k++) {
      char c = url.charAt(k);
      signs |= c >= '0' && c <= '9' ? 2 : c == '-' || c == '_' ? 4 : c == '.' ? 8 : 0;
      signs |= k == nameStart && c >= 'A' && c <= 'Z' ? 16 : 0;
    }
    signs |= stop == nameStart ? 32 : 0;
    return LongIndex.mix(extension + signs);
  }
}
