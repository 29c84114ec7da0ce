package nephila.archive;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import nephila.UserError;
import nephila.archive.warc.Text;

/// Opens archives and indexes, ours and other people's: a crawl dir or any folder of WARC files, a
/// WARC or ARC file, a WACZ, a CDX or CDXJ index. None is trusted: names in them are never opened,
/// sizes they claim are never allocated, and damage is counted in the [ReadTally], not thrown.
public final class Archives {
  private static final int MAX_ENTRIES = 1_000_000;

  private Archives() {}

  /// Hands over every page of an archive or index, in the order it has them.
  public static ReadTally pages(Path source, Consumer<ArchivedPage> pages) throws IOException {
    ReadTally tally = new ReadTally();
    if (Files.isDirectory(source)) {
      for (Path file : files(source)) {
        read(file, tally, pages);
      }
    } else if (Files.isRegularFile(source)) {
      read(source, tally, pages);
    } else {
      throw new UserError(source + " is neither a file nor a folder; give an archive or an index");
    }
    return tally;
  }

  /// The page whose record starts at an offset of a WARC or ARC file.
  public static Optional<ArchivedPage> at(Path file, long offset) throws IOException {
    return Optional.ofNullable(WarcPages.at(file, offset));
  }

  private static List<Path> files(Path dir) throws IOException {
    Path archive = dir.resolve("archive");
    Path folder = Files.isDirectory(archive) ? archive : dir;
    List<Path> files = new ArrayList<>();
    try (Stream<Path> listed = Files.list(folder)) {
      listed.sorted().filter(file -> warc(file.getFileName().toString())).forEach(files::add);
    }
    if (files.isEmpty()) {
      throw new UserError(folder + " has no .warc, .warc.gz or .arc file; give a folder that has");
    }
    return files;
  }

  private static boolean warc(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.matches(".*\\.w?arc(\\.gz)?");
  }

  private static void read(Path file, ReadTally tally, Consumer<ArchivedPage> pages)
      throws IOException {
    String name = file.getFileName().toString();
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.endsWith(".wacz") || lower.endsWith(".zip")) {
      wacz(file, tally, pages);
    } else if (lower.matches(".*\\.(cdxj?|jsonl)(\\.gz)?")) {
      try (InputStream in = Files.newInputStream(file)) {
        new IndexLines(name, tally, pages).read(in);
      }
    } else if (warc(name)) {
      new WarcPages(name, tally, pages).read(file, 0);
    } else {
      throw new UserError(
          file
              + " has no known ending; known are .warc, .warc.gz, .arc, .arc.gz, .wacz, .cdx,"
              + " .cdxj and .jsonl");
    }
  }

  /// The WARC files of a WACZ; without any, its index, or else its list of pages.
  private static void wacz(Path file, ReadTally tally, Consumer<ArchivedPage> pages)
      throws IOException {
    try (ZipFile zip = new ZipFile(file.toFile())) {
      List<? extends ZipEntry> entries = zip.stream().limit(MAX_ENTRIES).toList();
      for (String part :
          List.of("archive/.*\\.w?arc(\\.gz)?", "indexes/.*\\.cdxj?(\\.gz)?", "pages/.*\\.jsonl")) {
        boolean found = false;
        for (ZipEntry entry : entries) {
          if (entry.getName().matches(part)) {
            found = true;
            entry(zip, entry, tally, pages);
          }
        }
        if (found) {
          return;
        }
      }
      tally.problem("a WACZ without archive, indexes and pages", file.getFileName().toString(), 0);
    } catch (ZipException e) {
      tally.problem("not a zip file", file.getFileName().toString(), 0);
    }
  }

  private static void entry(
      ZipFile zip, ZipEntry entry, ReadTally tally, Consumer<ArchivedPage> pages) {
    String name = Text.line(entry.getName());
    try (InputStream in = zip.getInputStream(entry)) {
      if (warc(name)) {
        new WarcPages(name, tally, pages).read(in);
      } else {
        new IndexLines(name, tally, pages).read(in);
      }
    } catch (IOException e) {
      tally.problem("damaged entry", name, 0);
    }
  }
}
