package nephila.exchange;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import nephila.UserError;

/// What somebody else's crawl is kept in.
public enum ImportKind {
  /// WARC, ARC, WACZ, a folder of them, CDX or CDXJ.
  ARCHIVE,
  /// Common Crawl's metadata of WARC files.
  WAT,
  /// Common Crawl's vertices and edges of hosts or domains.
  COMMON_CRAWL,
  /// Heritrix's `crawl.log`.
  HERITRIX,
  /// The text that Nutch's `readseg -dump` writes.
  NUTCH,
  /// Items of a Scrapy spider, a JSON object a line.
  SCRAPY;

  /// Told by name and first bytes.
  public static ImportKind of(Path source) throws IOException {
    String name = source.getFileName().toString().toLowerCase(Locale.ROOT);
    if (Files.isDirectory(source)) {
      return ARCHIVE;
    }
    boolean graph = Files.isRegularFile(Path.of(source + "-vertices.txt.gz"));
    if (graph || name.matches(".*-(vertices|edges)\\.txt(\\.gz|\\.zst)?")) {
      return COMMON_CRAWL;
    }
    if (!Files.isRegularFile(source)) {
      throw new UserError(source + ": no such file or folder");
    }
    if (name.matches(".*\\.wat(\\.gz)?")) {
      return WAT;
    }
    if (name.matches(".*\\.(w?arc|cdxj?)(\\.gz)?") || name.matches(".*\\.(wacz|zip)")) {
      return ARCHIVE;
    }
    if (name.matches(".*\\.(jsonl|jl|ndjson)(\\.gz)?")) {
      return SCRAPY;
    }
    if (name.matches(".*\\.log(\\.gz|\\.[0-9]+)*")) {
      return HERITRIX;
    }
    try (InputStream in = Files.newInputStream(source)) {
      String start = new String(in.readNBytes(8), StandardCharsets.ISO_8859_1);
      if (start.strip().startsWith("Recno::")) {
        return NUTCH;
      }
    }
    throw new UserError(
        source
            + ": neither name nor content tells what it is; say --from archive, wat,"
            + " common-crawl, heritrix, nutch or scrapy");
  }
}
