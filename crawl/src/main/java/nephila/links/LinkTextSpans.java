package nephila.links;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;

/// Where in the page each link's texts are: for every mention of a link, the range of bytes between
/// its start tag and its end. The mentions of one link form a list, newest first. At most [#LIMIT]
/// mentions are kept; the texts of the rest are not known.
final class LinkTextSpans {
  private static final int LIMIT = 200_000;
  private static final int MAX_TEXT = 1000;
  private static final int MAX_TEXTS = 16;
  private static final int MAX_NEAR = 3;
  private static final int NEAR_BYTES = 600;

  private int count;
  private int[] start = new int[128];
  private int[] end = new int[128];
  private int[] previous = new int[128];
  private int[] last = new int[64];

  /// Notes that a mention of the link begins its text here; returns its number, or -1.
  int open(int link, int at) {
    if (count == LIMIT) {
      return -1;
    }
    if (count == start.length) {
      start = Arrays.copyOf(start, 2 * count);
      end = Arrays.copyOf(end, 2 * count);
      previous = Arrays.copyOf(previous, 2 * count);
    }
    if (link >= last.length) {
      last = Arrays.copyOf(last, Math.max(2 * last.length, link + 1));
    }
    start[count] = at;
    end[count] = at;
    previous[count] = last[link] - 1;
    last[link] = count + 1;
    return count++;
  }

  void close(int mention, int at) {
    end[mention] = at;
  }

  /// The texts of a link, each different one on a line, in the order of the page.
  String text(PageBytes page, int link) {
    List<String> newestFirst = new ArrayList<>();
    int length = 0;
    int mention = link < last.length ? last[link] - 1 : -1;
    while (mention >= 0 && newestFirst.size() < MAX_TEXTS && length < MAX_TEXT) {
      int limit = Math.min(end[mention], start[mention] + 4 * MAX_TEXT);
      String text = TextReader.inline(page, start[mention], limit);
      if (!text.isEmpty()) {
        newestFirst.add(text);
        length += text.length();
      }
      mention = previous[mention];
    }
    return String.join("\n", new LinkedHashSet<>(newestFirst.reversed()));
  }

  /// The words around the mentions of a link, newest first.
  String near(PageBytes page, int link, int words) {
    StringBuilder near = new StringBuilder();
    int mention = link < last.length ? last[link] - 1 : -1;
    for (int k = 0; mention >= 0 && k < MAX_NEAR; k++) {
      int tag = tagStart(page, start[mention]);
      int from = after(page, Math.max(page.from, tag - NEAR_BYTES), tag);
      int to = Math.min(page.to, end[mention] + NEAR_BYTES);
      String before = lastWords(TextReader.inline(page, from, tag), words);
      String behind = firstWords(TextReader.inline(page, end[mention], to), words);
      near.append(near.isEmpty() ? "" : " ").append(before).append(' ').append(behind);
      mention = previous[mention];
    }
    return near.toString().strip();
  }

  /// Where the tag begins that ends before this place.
  private static int tagStart(PageBytes page, int at) {
    int tag = at - 1;
    while (tag > page.from && page.bytes[tag] != '<') {
      tag--;
    }
    return Math.max(page.from, tag);
  }

  /// The first place from here that is neither in a tag nor in a script that ends before `to`.
  private static int after(PageBytes page, int from, int to) {
    int text = from;
    boolean open = false;
    for (int at = from; at < to; at++) {
      if (page.bytes[at] == '<') {
        open = true;
        if (Bytes.startsWith(page.bytes, at, to, "</script>")) {
          text = at;
        }
      } else if (page.bytes[at] == '>') {
        text = open ? text : at + 1;
        open = false;
      }
    }
    return text;
  }

  private static String lastWords(String text, int words) {
    int at = text.length();
    for (int k = 0; k < words && at > 0; k++) {
      at = text.lastIndexOf(' ', at - 1);
    }
    return at <= 0 ? text : text.substring(at + 1);
  }

  private static String firstWords(String text, int words) {
    int at = -1;
    for (int k = 0; k < words; k++) {
      at = text.indexOf(' ', at + 1);
      if (at < 0) {
        return text;
      }
    }
    return text.substring(0, at);
  }
}
