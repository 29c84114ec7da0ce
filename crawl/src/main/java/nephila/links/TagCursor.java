package nephila.links;

/// Walks the tags of an HTML page on its bytes, as the tokenizer of the HTML standard (§13.2.5)
/// would find them: comments, declarations and processing instructions are passed over; what is no
/// tag is text. Any charset in which ASCII characters are single bytes of their own will do.
///
/// After [#next] the cursor is behind the tag's name: read its attributes with [#nextAttribute]
/// until it says false, or pass over them with [#skip]; then [#complete] tells whether the tag was
/// closed (one that is cut off by the end of the page is no tag). For an element whose content is
/// raw text, pass over that with [#skipRaw].
///
/// Linear in the length of the page, no memory but its own fields. Not thread-safe.
final class TagCursor {
  /// What may end the name of a tag or attribute.
  private static final boolean[] DELIMITS = new boolean[256];

  static {
    for (char c : " \n\t\r\f/>=".toCharArray()) {
      DELIMITS[c] = true;
    }
  }

  private final byte[] bytes;
  private final int end;
  private int at;

  private int tagStart;
  private int nameStart;
  private int nameEnd;
  private boolean closing;
  private boolean complete;
  private int attributeStart;
  private int attributeEnd;
  private int valueStart;
  private int valueEnd;
  private boolean cdata;
  private boolean declarations;
  private boolean declaration;

  TagCursor(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    at = from;
    end = to;
  }

  /// The offset of the tag's `<`.
  int tagStart() {
    return tagStart;
  }

  /// The offset behind what was read so far: behind the tag's `>` once it is complete.
  int at() {
    return at;
  }

  boolean closing() {
    return closing;
  }

  boolean complete() {
    return complete;
  }

  /// Whether `<![CDATA[` begins a section, as it does inside svg and math.
  void cdata(boolean sections) {
    cdata = sections;
  }

  /// Whether [#next] stops at comments and other declarations too, for whoever wants the text
  /// between.
  void declarations(boolean stop) {
    declarations = stop;
  }

  /// Whether [#next] stopped at a declaration: a tag without name or attributes, complete already.
  boolean declaration() {
    return declaration;
  }

  /// The name of the tag in lower case, packed into a long, as in [TagName].
  long name() {
    return TagName.pack(bytes, nameStart, nameEnd);
  }

  /// Goes to the next tag; false at the end of the page.
  boolean next() {
    int i = at;
    while (true) {
      i = Bytes.indexOf(bytes, i, end, (byte) '<');
      if (i < 0 || i + 1 >= end) {
        tagStart = end;
        at = end;
        return false;
      }
      byte c = bytes[i + 1];
      if (letter(c)) {
        return tag(i, i + 1, false);
      }
      if (c == '/' && i + 2 < end && letter(bytes[i + 2])) {
        return tag(i, i + 2, true);
      }
      int start = i;
      i =
          switch (c) {
            case '!' -> declarationEnd(i + 2);
            case '?' -> after(i + 2, (byte) '>');
            case '/' -> i + 2 >= end ? end : after(i + 2, (byte) '>');
            default -> i + 1;
          };
      if (declarations && i > start + 1) {
        tagStart = start;
        nameStart = nameEnd = start;
        closing = false;
        complete = true;
        declaration = true;
        at = i;
        return true;
      }
    }
  }

  private boolean tag(int start, int name, boolean isClosing) {
    tagStart = start;
    nameStart = name;
    closing = isClosing;
    complete = false;
    declaration = false;
    int i = name;
    while (i < end && (!DELIMITS[bytes[i] & 0xFF] || bytes[i] == '=')) {
      i++;
    }
    nameEnd = i;
    at = i;
    return true;
  }

  /// Where a comment, doctype or CDATA section ends; `i` is behind its `<!`.
  private int declarationEnd(int i) {
    if (i + 1 < end && bytes[i] == '-' && bytes[i + 1] == '-') {
      return commentEnd(i + 2);
    }
    if (cdata && Bytes.startsWith(bytes, i, end, "[CDATA[")) {
      for (int j = i + 7; j + 2 < end; j++) {
        if (bytes[j] == ']' && bytes[j + 1] == ']' && bytes[j + 2] == '>') {
          return j + 3;
        }
      }
      return end;
    }
    return after(i, (byte) '>');
  }

  private int commentEnd(int i) {
    if (i < end && bytes[i] == '>') {
      return i + 1;
    }
    if (i + 1 < end && bytes[i] == '-' && bytes[i + 1] == '>') {
      return i + 2;
    }
    int j = i;
    while (true) {
      j = Bytes.indexOf(bytes, j, end, (byte) '>');
      if (j < 0) {
        return end;
      }
      boolean dashes = j - 2 >= i && bytes[j - 1] == '-' && bytes[j - 2] == '-';
      boolean bang =
          j - 3 >= i && bytes[j - 1] == '!' && bytes[j - 2] == '-' && bytes[j - 3] == '-';
      if (dashes || bang) {
        return j + 1;
      }
      j++;
    }
  }

  private int after(int from, byte sought) {
    int found = Bytes.indexOf(bytes, from, end, sought);
    return found < 0 ? end : found + 1;
  }

  /// Goes to the next attribute of the tag; false behind the last one.
  boolean nextAttribute() {
    int i = at;
    while (i < end && (space(bytes[i]) || bytes[i] == '/')) {
      i++;
    }
    if (i >= end || bytes[i] == '>') {
      complete = i < end;
      at = Math.min(i + 1, end);
      return false;
    }
    attributeStart = i++;
    while (i < end && !DELIMITS[bytes[i] & 0xFF]) {
      i++;
    }
    attributeEnd = i;
    i = skipSpace(i);
    if (i < end && bytes[i] == '=') {
      at = value(skipSpace(i + 1));
    } else {
      valueStart = valueEnd = attributeEnd;
      at = i;
    }
    return true;
  }

  private int value(int i) {
    if (i >= end) {
      valueStart = valueEnd = end;
      return end;
    }
    byte quote = bytes[i];
    if (quote == '"' || quote == '\'') {
      int close = Bytes.indexOf(bytes, i + 1, end, quote);
      valueStart = i + 1;
      valueEnd = close < 0 ? end : close;
      return Math.min(valueEnd + 1, end);
    }
    valueStart = i;
    while (i < end && !space(bytes[i]) && bytes[i] != '>') {
      i++;
    }
    valueEnd = i;
    return i;
  }

  /// Whether the attribute has this name, given in lower case.
  boolean attribute(String name) {
    return Bytes.equalsIgnoreCase(bytes, attributeStart, attributeEnd, name);
  }

  int attributeStart() {
    return attributeStart;
  }

  int attributeEnd() {
    return attributeEnd;
  }

  int valueStart() {
    return valueStart;
  }

  int valueEnd() {
    return valueEnd;
  }

  /// Passes over the rest of the tag. The same walk as over its attributes, but nothing is noted.
  void skip() {
    int i = at;
    boolean named = false;
    while (i < end) {
      byte c = bytes[i];
      if (!DELIMITS[c & 0xFF]) {
        named = true;
        i++;
      } else if (c == '=' && named) {
        i = value(skipSpace(i + 1));
        named = false;
      } else if (c == '>') {
        complete = true;
        at = i + 1;
        return;
      } else if (space(c)) {
        i = skipSpace(i + 1);
        named = named && i < end && bytes[i] == '=';
      } else {
        named = c == '=';
        i++;
      }
    }
    at = end;
  }

  /// Passes over the content of the raw text element that the cursor is behind the start tag of, up
  /// to its end tag; returns the offset where the content ends.
  int skipRaw(String name) {
    int i = at;
    while (true) {
      i = Bytes.indexOf(bytes, i, end, (byte) '<');
      if (i < 0) {
        at = end;
        return end;
      }
      if (endTag(i, name)) {
        at = i;
        return i;
      }
      i++;
    }
  }

  /// The same for a script, where `<!-- <script> </script> -->` does not end it (§13.2.5.26).
  void skipScript() {
    int i = at;
    boolean escaped = false;
    boolean nested = false;
    while (i < end) {
      byte c = bytes[i];
      if (c == '<') {
        if (nested ? endTag(i, "script") : escaped && startTag(i, "script")) {
          nested = !nested;
          i += 8;
          continue;
        }
        if (!nested && endTag(i, "script")) {
          break;
        }
        escaped |= Bytes.startsWith(bytes, i, end, "<!--");
      } else if (c == '>' && escaped && i >= at + 2 && bytes[i - 1] == '-' && bytes[i - 2] == '-') {
        escaped = false;
        nested = false;
      }
      i++;
    }
    at = Math.min(i, end);
  }

  private boolean startTag(int i, String name) {
    int after = i + 1 + name.length();
    return after < end && Bytes.equalsIgnoreCase(bytes, i + 1, after, name) && ends(bytes[after]);
  }

  private boolean endTag(int i, String name) {
    int after = i + 2 + name.length();
    return after < end
        && bytes[i + 1] == '/'
        && Bytes.equalsIgnoreCase(bytes, i + 2, after, name)
        && ends(bytes[after]);
  }

  private static boolean ends(byte c) {
    return space(c) || c == '/' || c == '>';
  }

  private int skipSpace(int from) {
    int i = from;
    while (i < end && space(bytes[i])) {
      i++;
    }
    return i;
  }

  static boolean space(byte c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
  }

  private static boolean letter(byte c) {
    int lower = c | 0x20;
    return lower >= 'a' && lower <= 'z';
  }
}
