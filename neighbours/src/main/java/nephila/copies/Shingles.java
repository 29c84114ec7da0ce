package nephila.copies;

import java.util.Arrays;
import java.util.Locale;

/// The words of a text, and the hashes of every run of a few of them. Case, punctuation, accents of
/// quotes and white space do not matter; of scripts that do not part words every character is one.
final class Shingles {
  static final int WORDS = 5;

  private static final int MOST_WORDS = 400_000;

  /// Hash of the shingle that begins at word i.
  final long[] hashes;

  /// Where word i begins and ends in the text.
  final int[] starts;

  final int[] ends;
  final int words;

  private Shingles(long[] hashes, int[] starts, int[] ends, int words) {
    this.hashes = hashes;
    this.starts = starts;
    this.ends = ends;
    this.words = words;
  }

  static Shingles of(String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    boolean same = lower.length() == text.length();
    String from = same ? lower : text;
    int[] starts = new int[256];
    int[] ends = new int[256];
    long[] hashes = new long[256];
    int words = 0;
    int at = 0;
    while (at < from.length() && words < MOST_WORDS) {
      char c = from.charAt(at);
      if (!isWord(c)) {
        at++;
        continue;
      }
      int start = at;
      long hash = 0xCBF29CE484222325L;
      do {
        hash = (hash ^ from.charAt(at)) * 0x100000001B3L;
        at++;
      } while (!isDense(c) && at < from.length() && isWord(c = from.charAt(at)) && !isDense(c));
      if (words == starts.length) {
        starts = Arrays.copyOf(starts, 2 * words);
        ends = Arrays.copyOf(ends, 2 * words);
        hashes = Arrays.copyOf(hashes, 2 * words);
      }
      starts[words] = start;
      ends[words] = at;
      hashes[words++] = mixed(hash);
    }
    return new Shingles(runs(hashes, words), starts, ends, words);
  }

  private static long[] runs(long[] wordHashes, int words) {
    int runs = Math.max(0, words - WORDS + 1);
    long[] hashes = new long[runs];
    for (int i = 0; i < runs; i++) {
      long hash = 0;
      for (int k = 0; k < WORDS; k++) {
        hash = mixed(hash * 31 + wordHashes[i + k]);
      }
      hashes[i] = hash;
    }
    return hashes;
  }

  static long mixed(long hash) {
    long mixed = (hash ^ hash >>> 32) * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ mixed >>> 29) * 0xBF58476D1CE4E5B9L;
    return mixed ^ mixed >>> 32;
  }

  private static boolean isWord(char c) {
    return c < 0x80 ? c >= '0' && c <= '9' || c >= 'a' && c <= 'z' : Character.isLetterOrDigit(c);
  }

  private static boolean isDense(char c) {
    return c >= 0x3040 && c <= 0x9FFF || c >= 0x0E00 && c <= 0x0E7F;
  }
}
