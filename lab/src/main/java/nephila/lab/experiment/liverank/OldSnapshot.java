package nephila.lab.experiment.liverank;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import nephila.Progress;
import nephila.formats.OldCrawl;
import nephila.liverank.OldGraph;
import nephila.liverank.SpreadingWeb;

/// An old web whose truth is known.
record OldSnapshot(String name, OldGraph snapshot, boolean[] alive) {
  private static final double SPREAD = 0.97;
  private static final int SITE_SIZE = 200;

  int living() {
    int count = 0;
    for (boolean one : alive) {
      count += one ? 1 : 0;
    }
    return count;
  }

  String facts() {
    return String.format(
        Locale.ROOT,
        "%s: %,d pages on %,d sites, %,d links, %.1f %% alive",
        name,
        snapshot.pages(),
        snapshot.siteCount(),
        snapshot.links().links(),
        100.0 * living() / snapshot.pages());
  }

  /// A generated web where liveness spreads along links.
  static OldSnapshot generated(int pages, double share, long seed) {
    SpreadingWeb web = SpreadingWeb.generate(pages, SITE_SIZE, share, SPREAD, seed);
    String name = String.format(Locale.ROOT, "generated web, %.0f %%", 100 * share);
    return new OldSnapshot(name, web.snapshot(), web.alive());
  }

  /// The real old web of javadoc sites in the folder of real data.
  static OldSnapshot real(Path data) {
    Path folder = data.resolve("oldweb");
    OldCrawl old =
        OldCrawl.read(
            folder.resolve("pages.tsv.gz"), folder.resolve("links.tsv.gz"), Progress.SILENT);
    return new OldSnapshot("real web", old.snapshot(), old.alive().orElseThrow());
  }

  /// The same pages and links under URLs that tell the site and nothing else.
  OldSnapshot opaque() {
    List<String> urls = new ArrayList<>();
    for (int page = 0; page < snapshot.pages(); page++) {
      urls.add("http://s" + snapshot.site(page) + ".test/" + page);
    }
    return new OldSnapshot(name + ", opaque URLs", OldGraph.of(snapshot.links(), urls), alive);
  }

  /// The same links without any URL.
  OldSnapshot withoutUrls() {
    return new OldSnapshot(name + ", no URLs", OldGraph.withoutUrls(snapshot.links()), alive);
  }
}
