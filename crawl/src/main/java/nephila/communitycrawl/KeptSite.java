package nephila.communitycrawl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;
import nephila.Progress;
import nephila.UserError;
import nephila.archive.Archive;
import nephila.archive.ArchivedPage;
import nephila.archive.Archives;
import nephila.archive.warc.ArchiveOptions;
import nephila.archive.warc.ArchivePosition;
import nephila.archive.warc.Notes;
import nephila.config.CrawlConfig;
import nephila.config.Settings;
import nephila.fetch.Exchange;
import nephila.fetch.FetchRequest;
import nephila.fetch.Truncation;
import nephila.process.Probe;
import nephila.store.NewFolder;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// A local domain that somebody has already: an archive of it (a crawl dir, WARC, WACZ), or the
/// files of the site itself, which need not be on the web at all (the hidden web of the paper). It
/// becomes the archive of a crawl dir; whoever opens the crawl finds its pages read, and no server
/// was asked.
///
/// The dir is made whole or not at all.
public final class KeptSite {
  private static final String NOTE = "local-domain-from.txt";

  /// Types of files that are pages, by the ending of the name.
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html",
          "htm", "text/html",
          "xhtml", "application/xhtml+xml",
          "txt", "text/plain",
          "pdf", "application/pdf",
          "xml", "application/xml");

  private final CrawlConfig plan;
  private final Clock clock;
  private final Progress progress;
  private final List<String> remarks = new ArrayList<>();
  private int taken;

  /// @param plan of the crawl: larger pages than it takes are left out
  public KeptSite(CrawlConfig plan, Clock clock, Progress progress) {
    this.plan = plan;
    this.clock = clock;
    this.progress = progress;
  }

  /// Whether the local domain of the crawl dir was taken from elsewhere, so that no server is asked
  /// for it.
  public static boolean is(Path dir) {
    return Files.exists(dir.resolve(NOTE));
  }

  /// What was left out, a line for people each.
  public List<String> remarks() {
    return remarks;
  }

  /// Makes a crawl dir whose archive has what is in the sources; returns how many answers it has.
  ///
  /// @param base the URL, ending with a slash, that the sources are published under where they are
  ///   folders of files; null where they are archives
  /// @throws UserError when there is no page in them
  public int into(Path dir, List<Path> sources, @Nullable CanonicalUrl base) throws IOException {
    try (NewFolder folder = new NewFolder(dir)) {
      Path temporary = folder.temporary();
      ArchiveOptions options =
          ArchiveOptions.defaults(clock, RandomGenerator.getDefault()).gzipLevel(plan.gzip());
      try (Archive archive =
          Archive.openAt(temporary, options, ArchivePosition.START, read -> {})) {
        for (Path source : sources) {
          if (base != null) {
            filesOf(source, base, archive);
          } else {
            String remark =
                Archives.pages(source, page -> take(page, archive))
                    .remark(String.valueOf(source.getFileName()));
            if (!remark.isEmpty()) {
              remarks.add(remark);
            }
          }
        }
        archive.sync();
      }
      if (taken == 0) {
        throw new UserError(
            sources.getFirst()
                + ": no page in it; give an archive with pages, or a folder of .html files with"
                + " --base");
      }
      Files.writeString(temporary.resolve("plan.yaml"), Settings.toYaml(plan));
      Files.write(
          temporary.resolve(NOTE),
          sources.stream().map(source -> source.toAbsolutePath().normalize().toString()).toList());
      // Index and log are written anew from the archive when the crawl is opened.
      folder.commit();
    }
    return taken;
  }

  private void take(ArchivedPage page, Archive archive) {
    Exchange exchange = page.exchange();
    if (exchange == null
        || page.revisit()
        || !exchange.answered()
        || !(CanonicalUrl.parse(page.url()) instanceof CanonicalUrl url)
        || url.path().equals("/robots.txt")
        || Probe.is(url)
        || !isPage(page)) {
      return;
    }
    append(
        archive,
        Exchange.of(
            FetchRequest.get(url.text()),
            exchange.requestBytes(),
            exchange.responseBytes(),
            exchange.circumstances()));
  }

  private static boolean isPage(ArchivedPage page) {
    String mime = page.mime().toLowerCase(Locale.ROOT);
    return page.status() / 100 == 3
        || mime.equals("unk")
        || mime.equals("text/plain")
        || mime.contains("html")
        || mime.contains("xml")
        || mime.equals("application/pdf");
  }

  private void filesOf(Path root, CanonicalUrl base, Archive archive) throws IOException {
    if (!Files.isDirectory(root)) {
      throw new UserError(root + ": --base goes with a folder of files; this is none");
    }
    List<Path> found = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes about) {
            if (about.isRegularFile() && TYPES.containsKey(ending(file))) {
              found.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException why) {
            remarks.add(file + ": cannot be read: left out");
            return FileVisitResult.CONTINUE;
          }
        });
    found.sort(null);
    for (Path file : found) {
      if (Files.size(file) > plan.maxBytes()) {
        remarks.add(file + ": larger than --max-bytes: left out");
        continue;
      }
      StringBuilder path = new StringBuilder();
      for (Path part : root.relativize(file)) {
        path.append(path.isEmpty() ? "" : "/").append(encoded(part.toString()));
      }
      if (!(base.resolve(path.toString()) instanceof CanonicalUrl url)) {
        remarks.add(file + ": its name makes no URL: left out");
        continue;
      }
      Instant changed = Files.getLastModifiedTime(file).toInstant();
      append(
          archive,
          answer(
              url,
              changed,
              TYPES.getOrDefault(ending(file), "text/html"),
              Files.readAllBytes(file)));
      if (ofFolder(file)
          && base.resolve(path.substring(0, path.lastIndexOf("/") + 1)) instanceof CanonicalUrl it
          && !it.equals(url)) {
        append(archive, redirect(it, url));
      }
    }
  }

  private static boolean ofFolder(Path file) {
    return String.valueOf(file.getFileName()).matches("index\\.x?html?");
  }

  private static String ending(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
  }

  /// A name as one part of a path.
  private static String encoded(String name) {
    StringBuilder text = new StringBuilder();
    for (byte octet : name.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (octet & 0xff);
      boolean plain = c > ' ' && c < 0x7f && "%?#/\\\"<>`{}".indexOf(c) < 0;
      text.append(plain ? String.valueOf(c) : String.format(Locale.ROOT, "%%%02X", (int) c));
    }
    return text.toString();
  }

  private Exchange answer(CanonicalUrl url, Instant changed, String type, byte[] body) {
    byte[] head =
        ("HTTP/1.1 200 OK\r\nContent-Type: "
                + type
                + "\r\nContent-Length: "
                + body.length
                + "\r\nLast-Modified: "
                + java.time.format.DateTimeFormatter.RFC_1123_DATE_TIME.format(
                    changed.atOffset(java.time.ZoneOffset.UTC))
                + "\r\n\r\n")
            .getBytes(StandardCharsets.ISO_8859_1);
    byte[] bytes = java.util.Arrays.copyOf(head, head.length + body.length);
    System.arraycopy(body, 0, bytes, head.length, body.length);
    return exchange(url, bytes);
  }

  /// A folder shows its `index.html`.
  private Exchange redirect(CanonicalUrl from, CanonicalUrl to) {
    String head = "HTTP/1.1 301 Index\r\nLocation: " + to.text() + "\r\nContent-Length: 0\r\n\r\n";
    return exchange(from, head.getBytes(StandardCharsets.ISO_8859_1));
  }

  private Exchange exchange(CanonicalUrl url, byte[] bytes) {
    return Exchange.of(
        FetchRequest.get(url.text()),
        new byte[0],
        bytes,
        new Exchange.Circumstances(null, clock.instant(), -1, 0, Truncation.NONE, null));
  }

  private void append(Archive archive, Exchange exchange) {
    try {
      archive.append(exchange, Notes.NONE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    progress.at("taking pages in", ++taken, -1);
  }
}
