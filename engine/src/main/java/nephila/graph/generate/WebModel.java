package nephila.graph.generate;

import nephila.UserError;
import nephila.graph.RowSink;

/// A graph that looks like a web.
///
/// - Hosts have power-law sizes (tail 1.1, at most a twentieth of all pages) and power-law
///   popularity; hosts whose numbers are near are about the same things and link to each other
///   more.
/// - A host is a tree of directories ([GeneratedSite]). Pages link to the home page, to their
///   directory's index and to the next page; an index links to its parent, its subdirectories and
///   its pages; the home page to the main directories. So nearly every page of a host is reachable
///   from its home.
/// - Other links of a page are copied from an earlier page of its directory, or lead to a page of
///   the same host (most) or of another host (often its home page), in proportion to a power-law
///   popularity: in-degrees have the tail of the real web within hosts and across.
/// - A fifth of the pages link nowhere: none of them an index; half of them are called `.pdf`.
///
/// Pages of a host are numbered one after the other, so that rows are local as in URL order. The
/// number of links of a page is steered so that the mean over all pages is what was asked for.
final class WebModel extends GraphGenerator {
  private static final double HOST_TAIL = 1.1;
  private static final double SMALLEST_HOST = 3;
  private static final double POPULARITY_TAIL = 1.1;
  static final double DANGLING = 0.2;

  private final int[] hostStarts;
  private final WeightedChoice hostChoice;

  WebModel(int pages, double meanDegree, long seed) {
    this(pages, meanDegree, seed, SMALLEST_HOST);
  }

  /// A web of about `hosts` hosts.
  WebModel(int pages, int hosts, double meanDegree, long seed) {
    this(pages, meanDegree, seed, smallestHost(pages, hosts));
  }

  private WebModel(int pages, double meanDegree, long seed, double smallestHost) {
    super(pages, meanDegree, seed);
    SplitMix random = SplitMix.part(seed, -1);
    hostStarts = drawHosts(pages, smallestHost, random);
    double[] popularity = new double[hosts()];
    for (int host = 0; host < hosts(); host++) {
      popularity[host] = StrictMath.sqrt(sizeOf(host)) * random.pareto(POPULARITY_TAIL);
    }
    hostChoice = new WeightedChoice(popularity);
  }

  private static int largestHost(int pages) {
    return Math.max(10, pages / 20);
  }

  /// The size of the smallest host for which about `hosts` hosts have all pages.
  private static double smallestHost(int pages, int hosts) {
    double largest = largestHost(pages);
    double wanted = (double) pages / hosts;
    if (hosts < 1 || !(wanted >= 1 && wanted <= largest)) {
      throw new UserError(
          "%,d hosts: a web of %,d pages has at least %,d and at most as many as pages"
              .formatted(hosts, pages, (long) Math.ceil(pages / largest)));
    }
    double low = 0;
    double high = largest;
    for (int k = 0; k < 60; k++) {
      double middle = (low + high) / 2;
      // The mean of a Pareto law that is cut at the largest host.
      double beyond = StrictMath.pow(middle / largest, HOST_TAIL - 1);
      double mean = middle * (HOST_TAIL - beyond) / (HOST_TAIL - 1);
      low = mean < wanted ? middle : low;
      high = mean < wanted ? high : middle;
    }
    return low;
  }

  private static int[] drawHosts(int pages, double smallest, SplitMix random) {
    int largest = largestHost(pages);
    int[] starts = new int[16];
    int hosts = 0;
    int at = 0;
    while (at < pages) {
      long size = random.round(Math.min(largest, smallest * random.pareto(HOST_TAIL)));
      at = (int) Math.min(pages, at + size);
      hosts++;
      if (hosts == starts.length) {
        starts = java.util.Arrays.copyOf(starts, 2 * hosts);
      }
      starts[hosts] = at;
    }
    return java.util.Arrays.copyOf(starts, hosts + 1);
  }

  int hosts() {
    return hostStarts.length - 1;
  }

  int startOf(int host) {
    return hostStarts[host];
  }

  int sizeOf(int host) {
    return hostStarts[host + 1] - hostStarts[host];
  }

  /// A host to link to from `host`: half of the time a near one.
  int linkedHost(int host, SplitMix random) {
    if (random.chance(0.5)) {
      int near = host + random.nextInt(41) - 20;
      if (near >= 0 && near < hosts()) {
        return near;
      }
    }
    return hostChoice.draw(random);
  }

  private GeneratedSite site(int host) {
    return new GeneratedSite(sizeOf(host), SplitMix.part(seed(), 2L * host));
  }

  /// Whether page `page` links nowhere, apart from its being an index.
  boolean drawnDangling(int page) {
    long bits = SplitMix.mix(SplitMix.mix(seed()) + 0x9E3779B97F4A7C15L * page);
    // Indexes never dangle: the others make up for them.
    return (bits >>> 11) * 0x1.0p-53 < DANGLING * 1.09;
  }

  @Override
  public void rows(RowSink sink) {
    SiteLinks links = new SiteLinks(this, sink);
    for (int host = 0; host < hosts(); host++) {
      links.write(host, site(host), SplitMix.part(seed(), 2L * host + 1));
    }
  }

  @Override
  public boolean named() {
    return true;
  }

  @Override
  public void names(NameSink sink) {
    for (int host = 0; host < hosts(); host++) {
      GeneratedSite site = site(host);
      String origin = "http://" + hostName(host);
      for (int directory = 0; directory < site.directories(); directory++) {
        String path = origin + site.path(directory);
        int index = site.index(directory);
        for (int page = index; page < site.end(directory); page++) {
          int number = startOf(host) + page;
          sink.name(number, page == index ? path : path + fileName(number, page));
        }
      }
    }
  }

  private String fileName(int number, int page) {
    boolean pdf = drawnDangling(number) && (SplitMix.mix(number) & 1) == 0;
    return MadeUpNames.word(page) + (pdf ? ".pdf" : ".html");
  }

  /// Some hosts share a domain: `www.`, `blog.` and `docs.` of the same name.
  private static String hostName(int host) {
    String[] kinds = {"www.", "www.", "blog.", "docs."};
    int within = host % 4;
    int domain = within == 0 ? host : host - within + (within == 1 ? 1 : 0);
    return kinds[within] + MadeUpNames.word(domain) + ".test";
  }
}
