package nephila.text;

import java.util.List;
import org.jsoup.nodes.Node;

/// A run of inline content in a [Box]: a paragraph, a heading, an item of a list, a cell.
final class Block implements Part {
  enum Kind {
    TEXT,
    HEADING,
    CODE,
    /// Images and rules: no words.
    MEDIA
  }

  final Kind kind;
  final Box box;
  final List<Node> nodes;
  final int level;
  final String text;
  final int words;
  final int linkWords;

  /// Of kind and words; numbers count as one number, so that counters do not hide what is shared.
  final long key;

  boolean kept;

  Block(Kind kind, Box box, List<Node> nodes, int level, String text, int words, int linkWords) {
    this.kind = kind;
    this.box = box;
    this.nodes = nodes;
    this.level = level;
    this.text = text;
    this.words = words;
    this.linkWords = linkWords;
    this.key = key(kind, level, text);
  }

  double linkDensity() {
    return words == 0 ? 0 : (double) linkWords / words;
  }

  private static long key(Kind kind, int level, String text) {
    long hash = 31L * kind.ordinal() + level;
    boolean digits = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean digit = c >= '0' && c <= '9';
      if (!digit || !digits) {
        hash = (hash ^ (digit ? '0' : c)) * 0x9E3779B97F4A7C15L;
        hash ^= hash >>> 29;
      }
      digits = digit;
    }
    return hash;
  }

  /// Words apart by space; of scripts that do not part words, two characters count as one.
  static int words(String text) {
    int words = 0;
    int dense = 0;
    boolean in = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 0x2E80 && c <= 0xD7FF || c >= 0x0E00 && c <= 0x0EFF) {
        dense++;
        in = false;
      } else if (CleanText.isSpace(c)) {
        in = false;
      } else if (!in && Character.isLetterOrDigit(c)) {
        in = true;
        words++;
      }
    }
    return words + (dense + 1) / 2;
  }
}
