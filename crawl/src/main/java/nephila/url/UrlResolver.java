package nephila.url;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Resolves the references of one page against its base, straight from the bytes of the page.
///
/// Nearly all links are canonical already, or would be but for leading `../`: those are checked in
/// one pass over their bytes and copied. Anything else (escapes to normalise, white space, other
/// alphabets, ports, unsorted queries …) goes through [Reference]. Both ways give the same URL; a
/// test compares them on random references.
///
/// Not thread-safe: one a thread, [#rebase] it for the next page.
public final class UrlResolver {
  private CanonicalUrl base;
  private byte[] baseBytes;
  private int origin;
  private int directory;
  private Charset charset = UTF_8;
  private final byte[] built = new byte[CanonicalUrl.MAX_LENGTH];

  public UrlResolver(CanonicalUrl base) {
    this.base = base;
    baseBytes = base.bytes();
    measure();
  }

  /// Starts a new page, or obeys its base element. `charset` is that of the page: references are
  /// read in it, and what a query holds beyond ASCII is escaped in it.
  public void rebase(CanonicalUrl newBase, Charset newCharset) {
    charset = newCharset;
    if (newBase != base) {
      base = newBase;
      baseBytes = newBase.bytes();
      measure();
    }
  }

  public CanonicalUrl base() {
    return base;
  }

  private void measure() {
    origin = base.pathStart();
    int query = base.text().indexOf('?', origin);
    int end = query < 0 ? baseBytes.length : query;
    directory = base.text().lastIndexOf('/', end - 1) + 1;
  }

  /// The URL meant by the reference in `bytes[from, to)`.
  public UrlOutcome resolve(byte[] bytes, int from, int to) {
    CanonicalUrl quick = quick(bytes, from, to);
    if (quick != null) {
      return quick;
    }
    return Reference.resolve(base, new String(bytes, from, to - from, charset), charset);
  }

  /// The URL meant by a reference that is text already.
  public UrlOutcome resolve(String reference) {
    return Reference.resolve(base, reference, charset);
  }

  private @Nullable CanonicalUrl quick(byte[] bytes, int from, int to) {
    if (from >= to) {
      return null;
    }
    byte first = bytes[from];
    if (first == '#') {
      return base;
    }
    if (first == '?') {
      return null;
    }
    if (first == '/') {
      return copied(origin, bytes, from, from, to, false);
    }
    if (first == 'h' && to - from > 7) {
      int path = authorityEnd(bytes, from, to);
      if (path >= 0) {
        return copied(0, bytes, from, path, to, false);
      }
    }
    int kept = directory;
    int i = from;
    while (i + 2 < to && bytes[i] == '.' && bytes[i + 1] == '.' && bytes[i + 2] == '/') {
      kept = parent(kept);
      i += 3;
    }
    if (i == from && schemePossible(bytes, i, to)) {
      return null;
    }
    return copied(kept, bytes, i, i, to, true);
  }

  /// The end of the directory above the one that ends at `end`.
  private int parent(int end) {
    int i = end - 1;
    if (i <= origin) {
      return end;
    }
    while (baseBytes[i - 1] != '/') {
      i--;
    }
    return i;
  }

  private static boolean schemePossible(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      byte c = bytes[i];
      if (c == ':') {
        return true;
      }
      if (c == '/' || c == '?' || c == '#') {
        return false;
      }
    }
    return false;
  }

  /// Where the path of an absolute URL begins when its scheme and authority are canonical, else -1.
  private int authorityEnd(byte[] bytes, int from, int to) {
    int known = origin;
    if (to - from > known
        && bytes[from + known] == '/'
        && startsWith(bytes, from, baseBytes, known)) {
      return from + known;
    }
    int i = from + (bytes[from + 4] == 's' ? 8 : 7);
    String scheme = bytes[from + 4] == 's' ? "https://" : "http://";
    if (i >= to || !startsWith(bytes, from, scheme)) {
      return -1;
    }
    int label = i;
    for (; i < to && bytes[i] != '/'; i++) {
      byte c = bytes[i];
      if (c == '.') {
        if (i == label || i - label > 63) {
          return -1;
        }
        label = i + 1;
      } else if (!(c >= 'a' && c <= 'z') && !UrlBytes.digit(c) && c != '-') {
        return -1;
      }
    }
    boolean path = i < to;
    boolean name = i > label && i - label <= 63 && !UrlBytes.digit(bytes[label]);
    return path && name && i - from < 200 ? i : -1;
  }

  private static boolean startsWith(byte[] bytes, int from, String prefix) {
    for (int i = 0; i < prefix.length(); i++) {
      if (bytes[from + i] != prefix.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static boolean startsWith(byte[] bytes, int from, byte[] prefix, int length) {
    return Arrays.equals(bytes, from, from + length, prefix, 0, length);
  }

  /// The first `kept` bytes of the base, then `bytes[from, to)` without its fragment; null unless
  /// what begins at `path` is a canonical rest of a path. `afterSlash` says what stands before it.
  private @Nullable CanonicalUrl copied(
      int kept, byte[] bytes, int from, int path, int to, boolean afterSlash) {
    int end = CanonicalBytes.end(bytes, path, to, afterSlash);
    int length = kept + end - from;
    if (end < 0 || length > built.length) {
      return null;
    }
    System.arraycopy(baseBytes, 0, built, 0, kept);
    System.arraycopy(bytes, from, built, kept, end - from);
    return CanonicalUrl.ofCanonical(new String(built, 0, length, ISO_8859_1));
  }
}
