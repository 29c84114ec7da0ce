package nephila.refresh;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import nephila.fetch.Validators;
import nephila.links.TextSignature;
import org.jspecify.annotations.Nullable;

/// What an old crawl knows of the content of its pages, to see today what changed: the first eight
/// bytes of the payload's SHA-1, the signature of the text, and the validators of the answer.
///
/// 16 bytes a page, and the validators where there were any.
public final class OldCopies {
  private static final int UNKNOWN = 0;

  private long[] digests = new long[1024];
  private long[] signatures = new long[1024];
  private final Map<Integer, Validators> validators = new HashMap<>();
  private int known;

  /// Enters the copy of a page; a later one replaces it.
  ///
  /// @param sha1 in hexadecimal, empty where there is none
  /// @param signature of the text, 0 where there is none
  void put(int page, String sha1, long signature, @Nullable Validators its) {
    if (page >= digests.length) {
      digests = Arrays.copyOf(digests, Math.max(page + 1, 2 * digests.length));
      signatures = Arrays.copyOf(signatures, digests.length);
    }
    long digest = digest(sha1);
    known += (digest != UNKNOWN ? 1 : 0) - (digests[page] != UNKNOWN ? 1 : 0);
    digests[page] = digest;
    signatures[page] = signature;
    if (its != null && (its.etag() != null || its.lastModified() != null)) {
      validators.put(page, its);
    } else {
      validators.remove(page);
    }
  }

  private static long digest(String sha1) {
    if (sha1.length() < 16) {
      return UNKNOWN;
    }
    long digest = HexFormat.fromHexDigitsToLong(sha1, 0, 16);
    return digest == UNKNOWN ? 1 : digest;
  }

  /// How many pages have a copy to compare with.
  public int known() {
    return known;
  }

  /// Whether there is a copy of the page to compare with.
  boolean knows(int page) {
    return page < digests.length && digests[page] != UNKNOWN;
  }

  /// What a conditional request for the page may send.
  Validators validators(int page) {
    return validators.getOrDefault(page, Validators.NONE);
  }

  /// How a page that was read today compares with its copy.
  ///
  /// @param sha1 of the payload in hexadecimal, empty when it was not read whole
  /// @param signature of the text, 0 where there is none
  PageChange compare(int page, String sha1, long signature) {
    long today = digest(sha1);
    if (!knows(page) || today == UNKNOWN) {
      return PageChange.UNKNOWN;
    }
    if (today == digests[page]) {
      return PageChange.SAME;
    }
    return TextSignature.copies(signatures[page], signature)
        ? PageChange.NEARLY
        : PageChange.CHANGED;
  }
}
