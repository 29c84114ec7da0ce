package nephila.search;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.NumericDocValues;

/// How important each page is, relative to the mean page (1 = an average page): in the crawl, and
/// in the whole web where a community run has estimated that. A query goes by one of the two for
/// all pages; a page of which it is not known counts as average. Looked up while searching, so that
/// the index need not be written again when importance changes.
///
/// Immutable once built; another moment's importance is another object. Cost: 16 bytes a page, and
/// 4 bytes a page of the index once a query has used it.
public final class Importance {
  /// For an index of which nothing is known: every page is average.
  public static final Importance EQUAL =
      new Importance(new long[1], new float[1], new float[1], false);

  private final long[] hashes;
  private final float[] local;
  private final float[] global;
  private final boolean estimated;
  private final Map<IndexReader.CacheKey, float[]> globals = new ConcurrentHashMap<>();
  private final Map<IndexReader.CacheKey, float[]> locals = new ConcurrentHashMap<>();

  private Importance(long[] hashes, float[] local, float[] global, boolean estimated) {
    this.hashes = hashes;
    this.local = local;
    this.global = global;
    this.estimated = estimated;
  }

  /// Whether the importance of any page in the whole web is known.
  public boolean knowsGlobal() {
    return estimated;
  }

  /// The ranking that can be had where that one is asked for.
  SearchRanking possible(SearchRanking asked) {
    return asked == SearchRanking.GLOBAL && !estimated ? SearchRanking.LOCAL : asked;
  }

  /// What is known of one page.
  ///
  /// @param local relative to the mean page of the crawl; 0 where unknown
  /// @param global relative to the mean page of the community run; 0 where unknown
  record Of(double local, double global) {
    /// The value that counts under a ranking that is [#possible].
    double relative(SearchRanking ranking) {
      double value = ranking == SearchRanking.GLOBAL ? global : local;
      return value > 0 ? value : 1;
    }

    String words(SearchRanking ranking) {
      double value = relative(ranking);
      if (ranking != SearchRanking.GLOBAL) {
        return String.format(Locale.ROOT, "%.3g times the mean page", value);
      }
      return local > 0
          ? String.format(
              Locale.ROOT,
              "%.3g times the mean page in the whole web (%.3g among its own)",
              value,
              local)
          : String.format(Locale.ROOT, "%.3g times the mean page in the whole web", value);
    }
  }

  Of of(long hash) {
    int slot = slot(hashes, hash);
    return hashes[slot] == hash && hash != 0 ? new Of(local[slot], global[slot]) : new Of(0, 0);
  }

  /// The relative importance of the pages of a segment, by document.
  float[] of(LeafReader segment, SearchRanking ranking) throws IOException {
    Map<IndexReader.CacheKey, float[]> ofSegments =
        ranking == SearchRanking.GLOBAL ? globals : locals;
    IndexReader.CacheHelper cache = segment.getCoreCacheHelper();
    float[] known = cache == null ? null : ofSegments.get(cache.getKey());
    if (known == null) {
      known = lookUp(segment, ranking);
      if (cache != null) {
        ofSegments.put(cache.getKey(), known);
        cache.addClosedListener(ofSegments::remove);
      }
    }
    return known;
  }

  private float[] lookUp(LeafReader segment, SearchRanking ranking) throws IOException {
    float[] relative = new float[segment.maxDoc()];
    NumericDocValues hash = DocValues.getNumeric(segment, Fields.HASH);
    for (int doc = 0; doc < relative.length; doc++) {
      relative[doc] = hash.advanceExact(doc) ? (float) of(hash.longValue()).relative(ranking) : 1;
    }
    return relative;
  }

  private static int slot(long[] hashes, long hash) {
    int mask = hashes.length - 1;
    int slot = (int) (hash * 0x9E3779B97F4A7C15L >>> 40) & mask;
    while (hashes[slot] != 0 && hashes[slot] != hash) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  /// Collects the pages' importance; for one thread.
  public static final class Builder {
    private final long[] hashes;
    private final float[] local;
    private final float[] global;
    private int held;
    private boolean estimated;

    /// @param most how many pages will come
    public Builder(int most) {
      int size = Integer.highestOneBit(Math.max(1, most)) * 4;
      hashes = new long[size];
      local = new float[size];
      global = new float[size];
    }

    /// The page's importance in the crawl, relative to its mean page.
    public void local(long hash, double relative) {
      local[claim(hash)] = (float) relative;
    }

    /// The page's importance in the whole web, relative to the mean page of the community run.
    public void global(long hash, double relative) {
      global[claim(hash)] = (float) relative;
      estimated = true;
    }

    private int claim(long hash) {
      int slot = slot(hashes, hash);
      if (hashes[slot] == 0 && hash != 0) {
        if (2 * ++held > hashes.length) {
          throw new IllegalStateException("more pages than were announced");
        }
        hashes[slot] = hash;
      }
      return slot;
    }

    public Importance build() {
      return new Importance(hashes.clone(), local.clone(), global.clone(), estimated);
    }
  }
}
