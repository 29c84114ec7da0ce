package nephila.graph.generate;

import java.util.Arrays;
import nephila.graph.RowSink;

/// Draws the links of a [WebModel], host after host.
final class SiteLinks {
  private static final int MOST_LISTED = 120;
  private static final int NEXT_PAGES = 4;
  private static final double COPYING = 0.6;
  private static final double COPIED = 0.7;
  private static final double OUTSIDE = 0.2;
  private static final double TO_HOME = 0.4;
  private static final double OUT_TAIL = 1.7;
  private static final double STEER = 2000;

  /// Popularity within a host: page x is drawn with density ∝ (x + 3)^−10/11, so that in-degrees
  /// have the exponent 2.1.
  private static final double FLAT = 3;

  private static final double EXPONENT = 1 / 11.0;
  private static final double FLAT_POWER = StrictMath.pow(FLAT, EXPONENT);

  private final WebModel model;
  private final RowSink sink;
  private final TargetSet row = new TargetSet();
  private int[] copied = new int[64];
  private int copiedCount;
  private long links;

  SiteLinks(WebModel model, RowSink sink) {
    this.model = model;
    this.sink = sink;
  }

  void write(int host, GeneratedSite site, SplitMix random) {
    int[][] children = children(site);
    double reach = StrictMath.pow(site.size() + FLAT, EXPONENT) - FLAT_POWER;
    for (int directory = 0; directory < site.directories(); directory++) {
      copiedCount = 0;
      int index = site.index(directory);
      for (int page = index; page < site.end(directory); page++) {
        int number = model.startOf(host) + page;
        if (page == index) {
          listDirectory(host, site, directory, children[directory]);
          fill(host, page, reach, random);
        } else if (!model.drawnDangling(number)) {
          navigate(host, site, directory, page, random);
          fill(host, page, reach, random);
          remember();
        }
        links += row.count();
        row.finish(number, sink);
      }
    }
  }

  private static int[][] children(GeneratedSite site) {
    int[] counts = new int[site.directories()];
    for (int d = 1; d < site.directories(); d++) {
      counts[site.parent(d)]++;
    }
    int[][] children = new int[site.directories()][];
    for (int d = 0; d < site.directories(); d++) {
      children[d] = new int[counts[d]];
    }
    for (int d = site.directories() - 1; d >= 1; d--) {
      children[site.parent(d)][--counts[site.parent(d)]] = d;
    }
    return children;
  }

  /// An index page: its parent's index, its subdirectories, its pages.
  private void listDirectory(int host, GeneratedSite site, int directory, int[] children) {
    int start = model.startOf(host);
    if (directory > 0) {
      row.add(start + site.index(site.parent(directory)));
    }
    for (int k = 0; k < Math.min(MOST_LISTED, children.length); k++) {
      row.add(start + site.index(children[k]));
    }
    int end = Math.min(site.end(directory), site.index(directory) + 1 + MOST_LISTED);
    for (int page = site.index(directory) + 1; page < end; page++) {
      row.add(start + page);
    }
  }

  /// Any other page: home, its index, the pages up to the next one that links on.
  private void navigate(int host, GeneratedSite site, int directory, int page, SplitMix random) {
    int start = model.startOf(host);
    double often = Math.min(1, model.meanDegree() / 6);
    if (random.chance(often)) {
      row.add(start);
    }
    if (random.chance(often)) {
      row.add(start + site.index(directory));
    }
    int end = Math.min(site.end(directory), page + 1 + NEXT_PAGES);
    for (int next = page + 1; next < end; next++) {
      row.add(start + next);
      if (!model.drawnDangling(start + next)) {
        break;
      }
    }
  }

  /// More links, as many as the page should have.
  private void fill(int host, int page, double reach, SplitMix random) {
    int wanted = drawDegree(model.startOf(host) + page, random);
    if (copiedCount > 0 && random.chance(COPYING)) {
      for (int k = 0; k < copiedCount && row.count() < wanted; k++) {
        if (random.chance(COPIED)) {
          row.add(copied[k]);
        }
      }
    }
    for (int tries = 3 * wanted; row.count() < wanted && tries > 0; tries--) {
      if (model.sizeOf(host) == 1 || random.chance(OUTSIDE)) {
        row.add(outside(host, random));
      } else {
        row.add(model.startOf(host) + popular(model.sizeOf(host), reach, random));
      }
    }
  }

  /// A page of another host, often its home page.
  private int outside(int host, SplitMix random) {
    int other = model.linkedHost(host, random);
    int size = model.sizeOf(other);
    if (size == 1 || random.chance(TO_HOME)) {
      return model.startOf(other);
    }
    double reach = StrictMath.pow(size + FLAT, EXPONENT) - FLAT_POWER;
    return model.startOf(other) + popular(size, reach, random);
  }

  /// The 11th power, without `pow`: EXPONENT's inverse.
  private static int popular(int size, double reach, SplitMix random) {
    double x = FLAT_POWER + random.nextDouble() * reach;
    double square = x * x;
    double fourth = square * square;
    int page = (int) (fourth * fourth * square * x - FLAT);
    return Math.clamp(page, 0, size - 1);
  }

  /// How many links the page should have: a power law whose mean makes up for what earlier pages
  /// had too many or too few.
  private int drawDegree(int number, SplitMix random) {
    double mean = model.meanDegree();
    double missing = mean * number - links;
    double steered =
        mean / (1 - WebModel.DANGLING) * Math.clamp(1 + missing / (mean * STEER), 0.1, 4);
    double least = steered * (OUT_TAIL - 1) / OUT_TAIL;
    double most = Math.min(model.pages() / 4.0, 2000);
    return random.round(Math.min(most, least * random.pareto(OUT_TAIL)));
  }

  private void remember() {
    if (row.count() > copied.length) {
      copied = Arrays.copyOf(copied, Math.max(row.count(), 2 * copied.length));
    }
    copiedCount = row.count();
    for (int k = 0; k < copiedCount; k++) {
      copied[k] = row.target(k);
    }
  }
}
