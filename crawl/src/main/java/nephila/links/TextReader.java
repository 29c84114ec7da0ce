package nephila.links;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Reads the text between the tags: references resolved, white space collapsed, scripts and the
/// like left out, words kept apart where an element that is not part of running text begins or
/// ends.
final class TextReader {
  /// Elements that may begin or end in the middle of a word.
  private static final Set<Long> RUNNING = new java.util.HashSet<>();

  static {
    for (String name :
        "a b i u s em strong span code tt font small big sub sup mark abbr wbr bdi bdo cite dfn ins del kbd samp var q"
            .split(" ")) {
      RUNNING.add(TagName.pack(name));
    }
  }

  private static final int FIRST_HEADING = (int) TagName.pack("h1");
  private static final int LAST_HEADING = (int) TagName.pack("h6");

  private final PageBytes page;
  private final int maxChars;
  private final StringBuilder text = new StringBuilder();
  private final List<String> headings = new ArrayList<>();
  private String title = "";
  private int heading = -1;

  TextReader(PageBytes page, int maxChars) {
    this.page = page;
    this.maxChars = maxChars;
  }

  /// The text of a few bytes, tags left out.
  static String inline(PageBytes page, int from, int to) {
    TextReader reader = new TextReader(page, Integer.MAX_VALUE);
    reader.read(from, to);
    return reader.text();
  }

  /// The text of bytes that hold no tags.
  static String plain(PageBytes page, int from, int to) {
    TextReader reader = new TextReader(page, Integer.MAX_VALUE);
    reader.append(from, to);
    return reader.text();
  }

  String text() {
    int length = text.length();
    boolean space = length > 0 && text.charAt(length - 1) == ' ';
    return text.substring(0, space ? length - 1 : length);
  }

  String title() {
    return title;
  }

  List<String> headings() {
    return headings;
  }

  void read(int from, int to) {
    TagCursor cursor = new TagCursor(page.bytes, from, to);
    cursor.declarations(true);
    int start = from;
    while (cursor.next() && text.length() < maxChars) {
      append(start, cursor.tagStart());
      if (!cursor.declaration()) {
        tag(cursor);
      }
      start = cursor.at();
    }
    if (text.length() < maxChars) {
      append(start, cursor.tagStart());
    }
    heading(-1);
  }

  private void tag(TagCursor cursor) {
    long name = cursor.name();
    boolean closing = cursor.closing();
    cursor.skip();
    if (name >= FIRST_HEADING && name <= LAST_HEADING) {
      gap();
      heading(closing ? -1 : text.length());
    } else if (!RUNNING.contains(name)) {
      gap();
    }
    if (closing || !cursor.complete()) {
      return;
    }
    if (name == TagName.SCRIPT) {
      cursor.skipScript();
      return;
    }
    String raw = TagName.raw(name);
    if (raw != null) {
      int start = cursor.at();
      int end = cursor.skipRaw(raw);
      if (name == TagName.TITLE && title.isEmpty()) {
        title = plain(page, start, end);
      }
    }
  }

  /// Ends the heading that is open, and begins one at this length of the text unless it is -1.
  private void heading(int start) {
    if (heading >= 0 && heading < text.length()) {
      headings.add(text.substring(heading).strip());
    }
    heading = start;
  }

  private void gap() {
    if (!text.isEmpty() && text.charAt(text.length() - 1) != ' ') {
      text.append(' ');
    }
  }

  private void append(int from, int to) {
    if (from >= to) {
      return;
    }
    String decoded = Entities.decodeText(page.decode(from, to));
    for (int i = 0; i < decoded.length(); i++) {
      char c = decoded.charAt(i);
      if (c <= ' ' || c == '\u00A0') {
        gap();
      } else {
        text.append(c);
      }
    }
  }
}
