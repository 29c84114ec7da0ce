package nephila.exchange;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import nephila.Progress;
import nephila.UserError;
import nephila.archive.WorkerDir;
import nephila.archive.cdx.WholeIndex;
import nephila.graph.NewFile;
import nephila.store.CrawlStore;
import nephila.store.NewFolder;

/// A crawl as one file that replay tools open: WACZ 1.1.1.
///
/// `archive/` holds the WARC files, `indexes/` their CDXJ index in packed blocks ([ZipNum]),
/// `pages/` the list of pages ([WaczPages]), `datapackage.json` the digest of each, and
/// `datapackage-digest.json` the digest of that. Everything is stored, not deflated, so that a
/// reader can fetch records by range. WARC files are read twice: once for their digests, once into
/// place.
public final class WaczFile {
  private static final String VERSION = "1.1.1";

  private final List<Map<String, Object>> resources = new ArrayList<>();
  private final Progress progress;
  private final Instant created;

  public WaczFile(Instant created, Progress progress) {
    this.created = created;
    this.progress = progress;
  }

  /// Writes the crawl in `dir`, or what a worker of a cluster has archived there; returns how many
  /// pages it lists.
  public int write(Path dir, String title, Path target) throws IOException {
    List<Path> warcs = warcs(dir);
    Path scratch = scratch();
    try (NewFile file = new NewFile(target);
        CrawlStore store = WorkerDir.is(dir) ? null : CrawlStore.lookAtAny(dir)) {
      WaczPages pages = new WaczPages(store);
      pages.read(dir, progress);
      int listed = pages.write(scratch.resolve("pages.jsonl"));
      WholeIndex.write(dir, scratch.resolve("index.cdxj"));
      ZipNum.write(
          scratch.resolve("index.cdxj"),
          scratch.resolve("index.cdx.gz"),
          scratch.resolve("index.idx"));
      try (OutputStream raw = Files.newOutputStream(file.temporary());
          ZipOutputStream zip = new ZipOutputStream(raw)) {
        put(zip, "pages/pages.jsonl", scratch.resolve("pages.jsonl"));
        put(zip, "indexes/index.cdx.gz", scratch.resolve("index.cdx.gz"));
        put(zip, "indexes/index.idx", scratch.resolve("index.idx"));
        for (Path warc : warcs) {
          put(zip, "archive/" + warc.getFileName(), warc);
        }
        describe(zip, title, pages.main());
      } catch (IOException e) {
        throw file.failed(e);
      }
      file.commit();
      return listed;
    } finally {
      NewFolder.delete(scratch);
    }
  }

  /// A folder for the parts, deleted at the latest when the process ends.
  private static Path scratch() throws IOException {
    Path scratch = Files.createTempDirectory("nephila-wacz");
    scratch.toFile().deleteOnExit(); // after the files, which are named later
    for (String name : List.of("pages.jsonl", "index.cdxj", "index.cdx.gz", "index.idx")) {
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
    Map<String, Object> resource = new LinkedHashMap<>();
    String plain = name.substring(name.lastIndexOf('/') + 1);
    resource.put("name", plain.toLowerCase(Locale.ROOT));
    resource.put("path", name);
    resource.put("hash", found.sha256());
    resource.put("bytes", found.bytes());
    resources.add(resource);
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
    digest.put("hash", DigestedRecord.sha256(List.of(json)));
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
