package nephila.web;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import nephila.archive.ArchivedPage;
import nephila.archive.Archives;
import nephila.archive.CaptureLookup;
import nephila.fetch.Exchange;
import nephila.indexing.Indexer;
import nephila.search.SearchIndex;
import org.jspecify.annotations.Nullable;

/// The archived copies of a crawl dir: found by its CDXJ index, or, where the search index was made
/// from archives of others, by the place it noted.
public final class CrawlCopies implements ArchivedPages {
  private final Path dir;
  private final CaptureLookup copies;
  private final @Nullable SearchIndex index;

  public CrawlCopies(Path dir, @Nullable SearchIndex index) {
    this.dir = dir;
    this.copies = new CaptureLookup(dir);
    this.index = index;
  }

  @Override
  public Optional<Copy> newest(String url) throws IOException {
    Optional<ArchivedPage> own = copies.newest(url);
    return (own.isPresent() ? own : elsewhere(url)).flatMap(CrawlCopies::copy);
  }

  private Optional<ArchivedPage> elsewhere(String url) throws IOException {
    String place = index == null ? "" : index.place(url).orElse("");
    int colon = place.lastIndexOf(':');
    if (colon <= 0) {
      return Optional.empty();
    }
    String name = place.substring(0, colon);
    for (Path source : Indexer.sources(dir)) {
      Path file = source.resolve(name).normalize();
      Path found = Files.isDirectory(source) ? file : source;
      boolean same = found.startsWith(source) && found.endsWith(name);
      if (same && Files.isRegularFile(found)) {
        return Archives.at(found, Long.parseLong(place.substring(colon + 1)))
            .filter(page -> page.url().equals(url));
      }
    }
    return Optional.empty();
  }

  private static Optional<Copy> copy(ArchivedPage page) {
    Exchange exchange = page.exchange();
    if (exchange == null) {
      return Optional.empty();
    }
    String type = exchange.headers().first("Content-Type");
    return Optional.of(new Copy(exchange.content().bytes(), type == null ? "" : type, page.date()));
  }
}
