package nephila.links;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;
import com.dynatrace.hash4j.similarity.ElementHashProvider;
import com.dynatrace.hash4j.similarity.SimilarityHashPolicy;
import com.dynatrace.hash4j.similarity.SimilarityHashing;
import java.util.Arrays;

/// A 64-bit SimHash of a text: texts that share most of their word triples differ in few bits.
///
/// Texts of unlike pages differ in 32 bits on average and hardly ever in fewer than 16; a changed
/// date or counter in a page of a few hundred words changes one or two.
public final class TextSignature {
  /// Pages whose signatures differ in at most this many bits are copies.
  public static final int COPY_BITS = 4;

  private static final int SHINGLE = 3;
  private static final int MAX_WORDS = 20_000;
  private static final Hasher64 HASHER = Hashing.komihash5_0();
  private static final SimilarityHashPolicy POLICY = SimilarityHashing.fastSimHash(Long.SIZE);

  private TextSignature() {}

  /// The signature of a text; 0 for one without words.
  public static long of(String text) {
    long[] words = words(text);
    if (words.length == 0) {
      return 0;
    }
    int shingles = Math.max(1, words.length - SHINGLE + 1);
    long[] elements = new long[shingles];
    for (int i = 0; i < shingles; i++) {
      long hash = words[i];
      for (int k = 1; k < SHINGLE && i + k < words.length; k++) {
        hash = HASHER.hashLongLongToLong(hash, words[i + k]);
      }
      elements[i] = hash;
    }
    byte[] signature = POLICY.createHasher().compute(ElementHashProvider.ofValues(elements));
    long packed = 0;
    for (byte octet : signature) {
      packed = packed << 8 | octet & 0xFF;
    }
    return packed;
  }

  /// The hashes of the words, runs of letters and digits without regard to case.
  private static long[] words(String text) {
    long[] words = new long[256];
    int count = 0;
    int i = 0;
    while (i < text.length() && count < MAX_WORDS) {
      while (i < text.length() && !Character.isLetterOrDigit(text.charAt(i))) {
        i++;
      }
      long hash = 0;
      int start = i;
      while (i < text.length() && Character.isLetterOrDigit(text.charAt(i))) {
        hash = hash * 0x100000001B3L + Character.toLowerCase(text.charAt(i++));
      }
      if (i > start) {
        if (count == words.length) {
          words = Arrays.copyOf(words, 2 * count);
        }
        words[count++] = HASHER.hashLongToLong(hash);
      }
    }
    return Arrays.copyOf(words, count);
  }

  /// In how many bits two signatures differ.
  public static int distance(long one, long other) {
    return Long.bitCount(one ^ other);
  }

  /// Whether two pages with these signatures are copies of one another. Pages without text are not.
  public static boolean copies(long one, long other) {
    return one != 0 && other != 0 && distance(one, other) <= COPY_BITS;
  }
}
