package nephila.text;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the pages of a host share: texts that stand on many of them, the boxes that hold such
/// texts, and the box that holds what differs. Learned by a [Learner] from some of its pages.
/// Immutable and thread-safe; some 10 bytes a shared text.
public final class SiteTemplate {
  /// Of a host of which nothing is known.
  public static final SiteTemplate NONE = new SiteTemplate(new long[0], Set.of(), Set.of(), 0);

  private static final int FEWEST = 4;

  /// A text on a larger share of the pages is shared.
  private static final double SHARED = 0.25;

  /// A text that stands more often on its pages labels what follows it, like "Returns:": a frame
  /// says a thing once, or above and below.
  private static final double OFTEN = 2.5;

  private final long[] texts;
  private final Set<Long> frames;
  private final Set<Long> mains;
  private final int pages;

  private SiteTemplate(long[] texts, Set<Long> frames, Set<Long> mains, int pages) {
    this.texts = texts;
    this.frames = frames;
    this.mains = mains;
    this.pages = pages;
  }

  /// How many pages it was learned from.
  public int pages() {
    return pages;
  }

  boolean isKnown() {
    return pages >= FEWEST;
  }

  boolean shares(Block block) {
    return texts.length > 0 && Arrays.binarySearch(texts, block.key) >= 0;
  }

  /// Whether boxes like this hold what pages share.
  boolean isFrame(Box box) {
    return frames.contains(box.signature);
  }

  /// Whether boxes like this hold nearly all that differs between pages.
  boolean isMain(Box box) {
    return mains.contains(box.signature);
  }

  /// Learns what pages share. Not thread-safe.
  public static final class Learner {
    /// More pages than that teach nothing new.
    public static final int MOST_PAGES = 48;

    private static final int MOST_TEXTS = 20_000;

    /// On how many pages a text stands, and how often on all of them.
    private final Map<Long, int[]> seen = new HashMap<>();

    private final java.util.List<Box> trees = new java.util.ArrayList<>();

    private record Held(int pages, long words, long shared, long unique, int majority) {
      static final Held NOTHING = new Held(0, 0, 0, 0, 0);
    }

    /// Takes a page of the host in; does nothing once it has seen enough.
    public void page(byte[] bytes, int offset, int length, @Nullable String contentType) {
      if (trees.size() < MOST_PAGES) {
        Box body = ContentReader.boxes(bytes, offset, length, contentType);
        Set<Long> own = new HashSet<>();
        body.blocks(
            block -> {
              boolean first = own.size() < MOST_TEXTS && own.add(block.key);
              if (first || own.contains(block.key)) {
                int[] counts = seen.computeIfAbsent(block.key, key -> new int[2]);
                counts[0] += first ? 1 : 0;
                counts[1]++;
              }
            });
        trees.add(body);
      }
    }

    public int pages() {
      return trees.size();
    }

    /// What the pages shown so far share.
    public SiteTemplate learned() {
      if (trees.size() < FEWEST) {
        return NONE;
      }
      double least = Math.max(FEWEST - 1, SHARED * trees.size());
      long[] texts =
          seen.entrySet().stream()
              .filter(each -> each.getValue()[0] >= least)
              .filter(each -> each.getValue()[1] < OFTEN * each.getValue()[0])
              .mapToLong(Map.Entry::getKey)
              .sorted()
              .toArray();
      SiteTemplate byText = new SiteTemplate(texts, Set.of(), Set.of(), trees.size());
      Map<Long, Held> held = new HashMap<>();
      trees.forEach(tree -> weigh(tree, byText, held));
      Set<Long> frames = new HashSet<>();
      Set<Long> mains = new HashSet<>();
      held.forEach(
          (signature, its) -> {
            if (its.pages >= FEWEST - 1
                && its.majority == 0
                && its.words > 0
                && its.shared >= 0.7 * its.words) {
              frames.add(signature);
            }
            if (its.pages >= 0.6 * trees.size() && its.majority >= 0.8 * its.pages) {
              mains.add(signature);
            }
          });
      return new SiteTemplate(texts, Set.copyOf(frames), Set.copyOf(mains), trees.size());
    }

    private static void weigh(Box tree, SiteTemplate byText, Map<Long, Held> held) {
      tree.count(byText);
      int unique = tree.words - tree.shared;
      Map<Long, Held> own = new HashMap<>();
      tree.boxes(
          box -> {
            int its = box.words - box.shared;
            boolean most = unique > 0 && its >= 0.85 * unique && !MainContent.isLeaf(box);
            boolean much = unique > 0 && its >= 0.4 * unique;
            own.merge(
                box.signature,
                new Held(1, box.words, box.shared, its, most ? 2 : much ? 1 : 0),
                (one, two) ->
                    new Held(
                        1,
                        one.words + two.words,
                        one.shared + two.shared,
                        one.unique + two.unique,
                        Math.max(one.majority, two.majority)));
          });
      own.forEach(
          (signature, its) ->
              held.merge(
                  signature,
                  new Held(1, its.words, its.shared, its.unique, its.majority == 2 ? 1 : 0),
                  (one, two) ->
                      new Held(
                          one.pages + 1,
                          one.words + two.words,
                          one.shared + two.shared,
                          one.unique + two.unique,
                          one.majority + two.majority)));
    }
  }
}
