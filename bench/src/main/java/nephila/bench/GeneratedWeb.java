package nephila.bench;

/// A web of any size without a byte of it stored: the links of a page are computed from its number.
///
/// Pages come in segments of 65,536. Every eighth segment is one large host; the others hold 511
/// hosts whose sizes fall by halves, as many pages in each octave: about 145 pages a host. A page
/// has forty links: three fifths within its host, half of these to the popular front of it; one
/// fifth to a popular page of a popular host anywhere (in-degree ∝ k^−2.2); one fifth into the
/// hosts of its own segment. Immutable.
public final class GeneratedWeb {
  /// Links of every page.
  public static final int LINKS = 40;

  private static final int SEGMENT = 1 << 16;
  private static final int LEVELS = 9;
  private static final int OCTAVE = SEGMENT / LEVELS;

  private final long pages;
  private final long segments;
  private final long seed;

  /// A web of about `pages` pages.
  public GeneratedWeb(long pages, long seed) {
    this.segments = Math.max(1, (pages + SEGMENT - 1) / SEGMENT);
    this.pages = segments * SEGMENT;
    this.seed = seed;
  }

  public long pages() {
    return pages;
  }

  /// The first page of the page's host; it names the host.
  public long hostOf(long page) {
    long segment = page / SEGMENT * SEGMENT;
    if (isOneHost(segment)) {
      return segment;
    }
    int at = (int) (page - segment);
    int level = Math.min(LEVELS - 1, at / OCTAVE);
    int size = OCTAVE >> level;
    int start = level * OCTAVE;
    int host = Math.min((1 << level) - 1, (at - start) / size);
    return segment + start + (long) host * size;
  }

  /// How many pages the host that begins at `host` has.
  public int sizeOf(long host) {
    long segment = host / SEGMENT * SEGMENT;
    if (isOneHost(segment)) {
      return SEGMENT;
    }
    int at = (int) (host - segment);
    int level = Math.min(LEVELS - 1, at / OCTAVE);
    int size = OCTAVE >> level;
    int start = level * OCTAVE;
    int number = (at - start) / size;
    int end = level == LEVELS - 1 ? SEGMENT : start + OCTAVE;
    return number == (1 << level) - 1 ? end - start - number * size : size;
  }

  private static boolean isOneHost(long segment) {
    return segment / SEGMENT % 8 == 3;
  }

  /// The page that comes `distance` after `page` in its segment.
  public long neighbour(long page, int distance) {
    long segment = page / SEGMENT * SEGMENT;
    return segment + (page - segment + distance) % SEGMENT;
  }

  /// Fills the first forty of `links` with the pages that `page` points to; some may be there
  /// twice.
  public void links(long page, long[] links) {
    long host = hostOf(page);
    int size = sizeOf(host);
    for (int i = 0; i < LINKS; i++) {
      long bits = mix(page * LINKS + i + seed * 0x9E3779B97F4A7C15L);
      double u = (bits >>> 11) * 0x1p-53;
      double v = (mix(bits) >>> 11) * 0x1p-53;
      if (i < 12) {
        links[i] = host + (long) (size * v * v * v * v);
      } else if (i < 24) {
        links[i] = host + (long) (size * v);
      } else if (i < 32) {
        links[i] = popular((long) (pages * u * u * u * u * u * u), v);
      } else {
        links[i] = popular(page / SEGMENT * SEGMENT + (long) (SEGMENT * u), v);
      }
    }
  }

  /// A page of the host that holds `place`, its first ones more often.
  private long popular(long place, double v) {
    // The popular hosts are spread over the segments.
    long segment = place / SEGMENT;
    long host = hostOf(segment * SEGMENT + (mix(place + seed) & SEGMENT - 1));
    return host + (long) (sizeOf(host) * v * v * v * v);
  }

  /// The origin of the host that begins at `host`.
  public static String origin(long host) {
    return "http://www.host" + Long.toString(host, 36) + ".test";
  }

  /// The path of a page, about as long as the web's.
  public static String path(long page) {
    long bits = mix(page);
    return "/section-"
        + (bits & 15)
        + "/an-article-about-"
        + Long.toString(bits >>> 40, 36)
        + "/"
        + Long.toString(page, 36)
        + ".html";
  }

  /// The page of a path.
  public static long pageOf(String path) {
    return Long.parseLong(path, path.lastIndexOf('/') + 1, path.length() - ".html".length(), 36);
  }

  private static long mix(long value) {
    long z = value + 0x9E3779B97F4A7C15L;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }
}
