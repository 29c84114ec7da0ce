package nephila.refresh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import nephila.Progress;
import nephila.UserError;
import nephila.archive.ArchivedPage;
import nephila.archive.Archives;
import nephila.archive.ReadTally;
import nephila.graph.LinkGraph;
import nephila.graph.LinkList;
import nephila.process.Probe;
import nephila.url.CanonicalUrl;

/// Reads old crawls: a Nephila crawl dir, a folder of WARC files, WARC, WACZ, CDX or CDXJ files, or
/// several of them together.
///
/// An index alone gives URLs; where the WARC files it names lie beside it (in its folder, in
/// `archive/` there, or in `../archive/`), the links are read from them.
public final class OldWebs {
  private OldWebs() {}

  /// @param everything images, scripts and style sheets too, not only what people read
  public static OldWeb read(List<Path> sources, boolean everything, Progress progress)
      throws IOException {
    if (sources.size() == 1 && isCrawlDir(sources.getFirst())) {
      return StoredWeb.read(sources.getFirst(), everything);
    }
    ArchivedWeb web = new ArchivedWeb(everything);
    List<String> remarks = new ArrayList<>();
    for (Path source : sources) {
      read(source, web, remarks, progress);
    }
    return web.build(remarks);
  }

  /// Pages and links as text files have them; pages that are no URLs are left out and told.
  public static OldWeb of(List<String> written, LinkGraph links, List<String> remarks) {
    UrlNumbers numbers = new UrlNumbers();
    List<String> urls = new ArrayList<>();
    int[] numberOf = new int[written.size()];
    int bad = 0;
    for (int page = 0; page < numberOf.length; page++) {
      numberOf[page] = UrlNumbers.NONE;
      if (CanonicalUrl.parse(written.get(page)) instanceof CanonicalUrl url) {
        numberOf[page] = numbers.add(url.text());
        if (numberOf[page] == urls.size()) {
          urls.add(url.text());
        }
      } else {
        bad++;
      }
    }
    List<String> told = new ArrayList<>(remarks);
    int doubles = written.size() - bad - urls.size();
    if (bad > 0) {
      told.add(String.format(Locale.ROOT, "%,d lines name no URL: left out", bad));
    }
    if (doubles > 0) {
      told.add(String.format(Locale.ROOT, "%,d pages are listed under two spellings", doubles));
    }
    LinkList kept = new LinkList();
    for (int page = 0; page < numberOf.length; page++) {
      LinkGraph.LinkCursor row = links.successors(page);
      for (int k = row.next(); k != LinkGraph.NO_PAGE; k = row.next()) {
        if (numberOf[page] != UrlNumbers.NONE && numberOf[k] != UrlNumbers.NONE) {
          kept.add(numberOf[page], numberOf[k]);
        }
      }
    }
    return OldWeb.ranked(urls, kept.graph(urls.size()), told);
  }

  private static boolean isCrawlDir(Path source) {
    return Files.isDirectory(source.resolve("state"));
  }

  private static void read(Path source, ArchivedWeb web, List<String> remarks, Progress progress)
      throws IOException {
    if (!Files.exists(source)) {
      throw new UserError(source + ": no such file; name a crawl dir, WARC, WACZ, CDX or CDXJ");
    }
    Set<String> named = new TreeSet<>();
    int[] pages = {0};
    ReadTally tally =
        Archives.pages(
            source,
            page -> {
              web.add(page);
              if (page.exchange() == null) {
                named.add(page.file());
              }
              progress.at("pages of the old crawl read", ++pages[0], -1);
            });
    tell(source, tally, remarks);
    if (!named.isEmpty()) {
      beside(source, named, web, remarks);
    }
  }

  /// Reads the links of the pages of an index from the WARC files it names, where they lie beside
  /// it. Names from an index are untrusted: only plain ones are looked for.
  private static void beside(Path index, Set<String> named, ArchivedWeb web, List<String> remarks)
      throws IOException {
    Path folder = index.toAbsolutePath().normalize().getParent();
    int missing = 0;
    for (String name : named) {
      Path found = folder == null ? null : find(folder, name);
      if (found == null) {
        missing++;
      } else {
        tell(found, Archives.pages(found, web::addLinks), remarks);
      }
    }
    if (missing > 0) {
      remarks.add(
          String.format(
              Locale.ROOT,
              "%,d of %,d WARC files that %s names are not beside it: their pages have no links",
              missing,
              named.size(),
              index.getFileName()));
    }
  }

  private static @org.jspecify.annotations.Nullable Path find(Path folder, String name) {
    String plain = name.substring(name.lastIndexOf('/') + 1);
    boolean harmless = plain.matches("[A-Za-z0-9][A-Za-z0-9._-]*\\.w?arc(\\.gz)?");
    for (String place : harmless ? List.of("", "archive", "../archive") : List.<String>of()) {
      Path file = folder.resolve(place).resolve(plain).normalize();
      if (Files.isRegularFile(file)) {
        return file;
      }
    }
    return null;
  }

  private static void tell(Path source, ReadTally tally, List<String> remarks) {
    String remark = tally.remark(String.valueOf(source.getFileName()));
    if (!remark.isEmpty()) {
      remarks.add(remark);
    }
  }

  /// Whether people would call it a page: no part of one, as images and scripts are.
  static boolean readable(String mime) {
    String type = mime.toLowerCase(Locale.ROOT);
    return !(type.startsWith("image/")
        || type.startsWith("audio/")
        || type.startsWith("video/")
        || type.startsWith("font/")
        || type.contains("javascript")
        || type.contains("font-")
        || type.equals("text/css")
        || type.equals("application/json"));
  }

  static boolean ofPage(ArchivedPage page, CanonicalUrl url, boolean everything) {
    return (everything || readable(page.mime()))
        && !url.path().equals("/robots.txt")
        && !Probe.is(url);
  }
}
