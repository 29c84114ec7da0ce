package nephila.exchange;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import nephila.Progress;
import nephila.UserError;
import nephila.archive.CaptureLookup;
import nephila.archive.WorkerDir;
import nephila.archive.cdx.WholeIndex;
import nephila.graph.NewFile;
import nephila.store.CrawlStore;
import nephila.store.NewFolder;
import org.jspecify.annotations.Nullable;

/// A crawl as one file that replay tools open, WACZ 1.1.1, or as several with a list of them.
///
/// `archive/` holds the WARC files, `indexes/` their CDXJ index in packed blocks ([ZipNum]),
/// `pages/` the lists of pages ([WaczPages]), `logs/` the log of the crawl, `datapackage.json` the
/// digest of each, and `datapackage-digest.json` the digest of that, signed if one wants
/// ([WaczSignature]). Everything is stored, not deflated, so that a reader can fetch records by
/// range. WARC files are read twice: once for their digests, once into place.
public final class WaczFile {
  private static final String VERSION = "1.1.1";
  private static final Pattern FILE_OF_LINE = Pattern.compile("\"filename\": \"([^\"]+)\"");

  private final Progress progress;
  private final Instant created;
  private final Options options;
  private List<Map<String, Object>> resources = new ArrayList<>();

  /// How to pack.
  ///
  /// @param splitBytes a new file is begun where the WARC files of one would be larger; 0 for one
  ///   file whatever its size
  /// @param signature signs the files, null for none
  public record Options(long splitBytes, @Nullable WaczSignature signature) {
    public static final Options USUAL = new Options(0, null);
  }

  /// What was written.
  ///
  /// @param pages listed in all files
  /// @param files more than one where it was split; then the last is the list of the others
  public record Written(int pages, List<Path> files) {}

  public WaczFile(Instant created, Progress progress) {
    this(created, progress, Options.USUAL);
  }

  public WaczFile(Instant created, Progress progress, Options options) {
    this.created = created;
    this.progress = progress;
    this.options = options;
  }

  /// Writes the crawl in `dir`, or what a worker of a cluster has archived there.
  public Written write(Path dir, String title, Path target) throws IOException {
    List<Path> warcs = warcs(dir);
    Path scratch = scratch();
    try (CrawlStore store = WorkerDir.is(dir) ? null : CrawlStore.lookAtAny(dir);
        WaczPages pages = new WaczPages(store, earlier(dir), scratch.resolve("texts"))) {
      pages.read(dir, progress);
      WholeIndex.write(dir, scratch.resolve("whole.cdxj"));
      List<List<Path>> parts = parts(warcs);
      if (parts.size() == 1) {
        return new Written(part(dir, title, warcs, pages, scratch, target), List.of(target));
      }
      List<Path> files = new ArrayList<>();
      List<Map<String, Object>> listed = new ArrayList<>();
      int count = 0;
      for (List<Path> part : parts) {
        Path file = numbered(target, files.size() + 1);
        resources = new ArrayList<>();
        count += part(dir, title, part, pages, scratch, file);
        files.add(file);
        listed.add(resource(String.valueOf(file.getFileName()), DigestedRecord.of(file)));
      }
      files.add(list(target, title, listed));
      return new Written(count, files);
    } finally {
      NewFolder.delete(scratch);
    }
  }

  /// The crawls that this one was told to know the content of.
  private static List<CaptureLookup> earlier(Path dir) throws IOException {
    List<CaptureLookup> all = new ArrayList<>();
    all.add(new CaptureLookup(dir));
    Path list = dir.resolve("dedup").resolve("sources.txt");
    if (Files.exists(list)) {
      Files.readAllLines(list).stream()
          .map(Path::of)
          .filter(Files::isDirectory)
          .map(CaptureLookup::new)
          .forEach(all::add);
    }
    return all;
  }

  private List<List<Path>> parts(List<Path> warcs) throws IOException {
    List<List<Path>> parts = new ArrayList<>();
    List<Path> part = new ArrayList<>();
    long bytes = 0;
    for (Path warc : warcs) {
      long size = Files.size(warc);
      if (!part.isEmpty() && options.splitBytes() > 0 && bytes + size > options.splitBytes()) {
        parts.add(part);
        part = new ArrayList<>();
        bytes = 0;
      }
      part.add(warc);
      bytes += size;
    }
    parts.add(part);
    return parts;
  }

  private static Path numbered(Path target, int number) {
    String name = String.valueOf(target.getFileName());
    String bare = name.endsWith(".wacz") ? name.substring(0, name.length() - 5) : name;
    return target.resolveSibling(String.format("%s-%03d.wacz", bare, number));
  }

  /// The list of several files, which replay tools open as one.
  private Path list(Path target, String title, List<Map<String, Object>> files) throws IOException {
    String name = String.valueOf(target.getFileName());
    String bare = name.endsWith(".wacz") ? name.substring(0, name.length() - 5) : name;
    Path file = target.resolveSibling(bare + ".json");
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("profile", "multi-wacz-package");
    about.put("title", title);
    about.put("created", created.toString());
    about.put("resources", files);
    try (NewFile whole = new NewFile(file)) {
      Files.write(whole.temporary(), bytes(about));
      whole.commit();
    }
    return file;
  }

  private int part(
      Path dir, String title, List<Path> warcs, WaczPages pages, Path scratch, Path target)
      throws IOException {
    Set<String> names = new HashSet<>();
    warcs.forEach(warc -> names.add(String.valueOf(warc.getFileName())));
    try (NewFile file = new NewFile(target)) {
      Path main = scratch.resolve("pages.jsonl");
      Path extra = scratch.resolve("extraPages.jsonl");
      int listed = pages.write(names, main, extra);
      linesOf(scratch.resolve("whole.cdxj"), names, scratch.resolve("index.cdxj"));
      ZipNum.write(
          scratch.resolve("index.cdxj"),
          scratch.resolve("index.cdx.gz"),
          scratch.resolve("index.idx"));
      try (OutputStream raw = Files.newOutputStream(file.temporary());
          ZipOutputStream zip = new ZipOutputStream(raw)) {
        put(zip, "pages/pages.jsonl", main);
        put(zip, "pages/extraPages.jsonl", extra);
        put(zip, "indexes/index.cdx.gz", scratch.resolve("index.cdx.gz"));
        put(zip, "indexes/index.idx", scratch.resolve("index.idx"));
        if (Files.exists(dir.resolve("crawl.log"))) {
          put(zip, "logs/crawl.log", dir.resolve("crawl.log"));
        }
        for (Path warc : warcs) {
          put(zip, "archive/" + warc.getFileName(), warc);
        }
        describe(zip, title, pages.main(names));
      } catch (IOException e) {
        throw file.failed(e);
      }
      file.commit();
      return listed;
    }
  }

  /// Writes the lines of an index that speak of these files.
  private static void linesOf(Path index, Set<String> names, Path to) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(index, ISO_8859_1);
        BufferedWriter out = Files.newBufferedWriter(to, ISO_8859_1)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Matcher file = FILE_OF_LINE.matcher(line);
        if (file.find() && names.contains(file.group(1))) {
          out.write(line);
          out.write('\n');
        }
      }
    }
  }

  /// A folder for the parts, deleted at the latest when the process ends.
  private static Path scratch() throws IOException {
    Path scratch = Files.createTempDirectory("nephila-wacz");
    scratch.toFile().deleteOnExit(); // after the files, which are named later
    for (String name :
        List.of(
            "pages.jsonl",
            "extraPages.jsonl",
            "texts",
            "whole.cdxj",
            "index.cdxj",
            "index.cdx.gz",
            "index.idx")) {
      scratch.resolve(name).toFile().deleteOnExit();
    }
    return scratch;
  }

  private static List<Path> warcs(Path dir) throws IOException {
    Path archive = dir.resolve("archive");
    if (!Files.isDirectory(archive)) {
      throw new UserError(
          dir + ": has no archive to pack; a crawl with --no-archive keeps no pages");
    }
    try (Stream<Path> files = Files.list(archive)) {
      return files.filter(file -> file.toString().endsWith(".warc.gz")).sorted().toList();
    }
  }

  private void put(ZipOutputStream zip, String name, Path file) throws IOException {
    DigestedRecord found = DigestedRecord.of(file);
    progress.at("packing " + name, 0, found.bytes());
    entry(zip, name, found.bytes(), found.crc());
    try (InputStream in = Files.newInputStream(file)) {
      if (copy(in, zip, found.bytes()) < found.bytes()) {
        throw new IOException(file + " became shorter while it was packed");
      }
    }
    zip.closeEntry();
    resources.add(resource(name, found));
  }

  private static Map<String, Object> resource(String path, DigestedRecord found) {
    Map<String, Object> resource = new LinkedHashMap<>();
    String plain = path.substring(path.lastIndexOf('/') + 1);
    resource.put("name", plain.toLowerCase(Locale.ROOT));
    resource.put("path", path);
    resource.put("hash", found.sha256());
    resource.put("bytes", found.bytes());
    return resource;
  }

  /// Copies at most `bytes`: the file of a running crawl grows.
  private static long copy(InputStream in, OutputStream to, long bytes) throws IOException {
    byte[] buffer = new byte[1 << 16];
    long done = 0;
    while (done < bytes) {
      int count = in.read(buffer, 0, (int) Math.min(buffer.length, bytes - done));
      if (count < 0) {
        return done;
      }
      to.write(buffer, 0, count);
      done += count;
    }
    return done;
  }

  private void entry(ZipOutputStream zip, String name, long bytes, long crc) throws IOException {
    ZipEntry entry = new ZipEntry(name);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(bytes);
    entry.setCompressedSize(bytes);
    entry.setCrc(crc);
    entry.setTime(created.toEpochMilli());
    zip.putNextEntry(entry);
  }

  private void describe(ZipOutputStream zip, String title, String[] main) throws IOException {
    Map<String, Object> about = new LinkedHashMap<>();
    about.put("profile", "data-package");
    about.put("wacz_version", VERSION);
    about.put("software", "nephila");
    about.put("created", created.toString());
    about.put("title", title);
    if (!main[0].isEmpty()) {
      about.put("mainPageUrl", main[0]);
      about.put("mainPageDate", main[1]);
    }
    about.put("resources", resources);
    byte[] json = bytes(about);
    text(zip, "datapackage.json", json);
    Map<String, Object> digest = new LinkedHashMap<>();
    digest.put("path", "datapackage.json");
    String hash = DigestedRecord.sha256(List.of(json));
    digest.put("hash", hash);
    if (options.signature() != null) {
      digest.put("signedData", options.signature().sign(hash, created));
    }
    text(zip, "datapackage-digest.json", bytes(digest));
  }

  private static byte[] bytes(Map<String, Object> json) throws IOException {
    return JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asBytes(json);
  }

  private void text(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    entry(zip, name, bytes.length, crc.getValue());
    zip.write(bytes);
    zip.closeEntry();
  }
}
