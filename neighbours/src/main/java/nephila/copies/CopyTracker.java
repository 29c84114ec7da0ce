package nephila.copies;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import nephila.text.CleanText;

/// Finds near copies of texts in pages: how much of a text a page has, wherever on the page and in
/// whatever order. Every run of five words of the text is looked for, so that a frame around it, a
/// cut, another order of paragraphs and a few changed words do not hide a copy, while a short quote
/// or the same facts in other words are none. Time in proportion to the page. Thread-safe.
///
/// Papers: the copy tracker of a press agency (Abiteboul, Preda, Cobena, 2003, introduction).
public final class CopyTracker {
  private static final int PASSAGE_CHARS = 240;

  /// Runs of fewer matching words in a row are chance.
  private static final int FEWEST_RUN = 2;

  /// A page that has a near copy.
  ///
  /// @param text the name of the text
  /// @param share of the text's words that the page has, 0 to 1
  /// @param words how many that are
  /// @param longest words of the longest passage that is the same
  /// @param passage the beginning of that passage as the page has it
  public record Copy(String text, double share, int words, int longest, String passage) {}

  private final TrackedTexts texts;
  private final double least;

  /// @param least share of a text that a page must have
  public CopyTracker(TrackedTexts texts, double least) {
    this.texts = texts;
    this.least = least;
  }

  private static final class Match {
    final BitSet places = new BitSet();
    final BitSet onPage = new BitSet();
  }

  /// The texts that a page with these words has copies of, the fullest first.
  public List<Copy> copies(String page) {
    Shingles words = Shingles.of(page);
    Map<Integer, Match> matches = new HashMap<>();
    for (int i = 0; i < words.hashes.length; i++) {
      int at = i;
      texts.places(
          words.hashes[i],
          (text, place) -> {
            Match match = matches.computeIfAbsent(text, key -> new Match());
            match.places.set(place, place + Shingles.WORDS);
            match.onPage.set(at, at + Shingles.WORDS);
          });
    }
    List<Copy> copies = new ArrayList<>();
    matches.forEach(
        (text, match) -> {
          int its = texts.shingles[text] + Shingles.WORDS - 1;
          int found = match.places.cardinality();
          double share = (double) found / its;
          if (share >= least && found >= FEWEST_RUN * Shingles.WORDS) {
            copies.add(copy(page, words, texts.names.get(text), share, found, match.onPage));
          }
        });
    copies.sort(Comparator.comparingDouble(Copy::share).reversed().thenComparing(Copy::text));
    return copies;
  }

  private static Copy copy(
      String page, Shingles words, String text, double share, int found, BitSet onPage) {
    int best = 0;
    int length = 0;
    for (int from = onPage.nextSetBit(0); from >= 0; from = onPage.nextSetBit(from)) {
      int to = onPage.nextClearBit(from);
      if (to - from > length) {
        best = from;
        length = to - from;
      }
      from = to;
    }
    int last = Math.min(best + length, words.words) - 1;
    String passage = CleanText.line(page.substring(words.starts[best], words.ends[last]));
    return new Copy(text, Math.min(1, share), found, length, cut(passage));
  }

  private static String cut(String passage) {
    return passage.length() <= PASSAGE_CHARS
        ? passage
        : CleanText.cut(passage, PASSAGE_CHARS - 1) + "…";
  }
}
