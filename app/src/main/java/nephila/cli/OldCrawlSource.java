package nephila.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import nephila.Progress;
import nephila.UserError;
import nephila.formats.OldCrawl;
import nephila.refresh.OldWeb;
import nephila.refresh.OldWebs;
import org.jspecify.annotations.Nullable;

/// An old crawl as users name it: a crawl dir, archives, indexes, or a file of pages with or
/// without one of links.
///
/// @param sources what was named
/// @param links of a file of pages, null where there is none
/// @param everything images, scripts and style sheets of archives too
public record OldCrawlSource(List<Path> sources, @Nullable Path links, boolean everything) {
  public OldWeb read(Progress progress) throws IOException {
    Path first = sources.getFirst();
    String name = first.toString().toLowerCase(Locale.ROOT);
    if (name.matches(".*\\.(tsv|txt|csv)(\\.gz|\\.zst)?")) {
      return ofPages(first, progress);
    }
    if (links != null) {
      throw new WrongUse("--links " + links + ": goes with a file of pages (.tsv), not " + first);
    }
    return OldWebs.read(sources, everything, progress);
  }

  private OldWeb ofPages(Path first, Progress progress) {
    if (sources.size() > 1) {
      throw new WrongUse(first + ": one file of pages at a time; links go to --links");
    }
    OldCrawl crawl =
        links == null ? OldCrawl.read(first, progress) : OldCrawl.read(first, links, progress);
    List<String> remarks = new ArrayList<>();
    if (crawl.unknownLinks() > 0) {
      remarks.add(
          String.format(
              Locale.ROOT,
              "%,d links from or to pages that %s does not list: left out",
              crawl.unknownLinks(),
              first));
    }
    return OldWebs.of(crawl.snapshot().urls(), crawl.snapshot().links(), remarks);
  }

  /// The same, of which there must be pages.
  public OldWeb readPages(Progress progress) throws IOException {
    OldWeb old = read(progress);
    if (old.pages() == 0) {
      throw new UserError(sources.getFirst() + ": has no pages; there is nothing to put in order");
    }
    return old;
  }

  private static final String NOTE = "old-crawl.tsv";

  /// Notes in the folder of a refresh which old crawl it is of.
  public void note(Path dir) throws IOException {
    Files.createDirectories(dir);
    StringBuilder note = new StringBuilder("what\tpath\n");
    sources.forEach(source -> note.append("source\t").append(source.toAbsolutePath()).append('\n'));
    if (links != null) {
      note.append("links\t").append(links.toAbsolutePath()).append('\n');
    }
    note.append(everything ? "everything\t\n" : "");
    WholeFile.write(dir.resolve(NOTE), note);
  }

  /// The old crawl that a folder of a refresh is of.
  public static OldCrawlSource noted(Path dir) throws IOException {
    Path file = dir.resolve(NOTE);
    if (!Files.isRegularFile(file)) {
      throw new UserError(dir + ": does not tell its old crawl; give it with --old");
    }
    List<Path> sources = new ArrayList<>();
    Path links = null;
    boolean everything = false;
    for (String line : Files.readAllLines(file)) {
      String[] columns = line.split("\t", 2);
      switch (columns[0]) {
        case "source" -> sources.add(Path.of(columns[1]));
        case "links" -> links = Path.of(columns[1]);
        case "everything" -> everything = true;
        default -> {}
      }
    }
    return new OldCrawlSource(sources, links, everything);
  }
}
