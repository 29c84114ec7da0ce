package nephila.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import nephila.archive.ArchiveCheck;
import nephila.archive.ArchivePosition;
import nephila.store.BrokenState;
import nephila.store.CrawlStore;
import nephila.store.StoreCheck;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila check`: proves every invariant of a crawl dir.
@Command(
    name = "check",
    description = "Verifies the books and files of a crawl; says what is wrong and what is safe.",
    footer = {
      "  nephila check my-crawl                    is every unit of worth accounted for?",
      "  nephila check my-crawl --no-archive       the books alone, without reading the archive",
    })
final class CheckVerb extends Verb {
  @Parameters(paramLabel = "DIR", description = "A crawl dir.")
  Path dir = Path.of(".");

  @Option(names = "--json", description = "The result as one line of JSON.")
  boolean json;

  @Option(
      names = "--no-archive",
      description = "Leave the archive out; reading it takes as long as copying it.")
  boolean noArchive;

  @Override
  public Integer call() throws IOException {
    try (CrawlStore store = CrawlStore.lookAtAny(dir)) {
      StoreCheck.Result books = StoreCheck.of(store);
      ArchiveCheck.Result archive = noArchive ? null : archive(store);
      boolean whole = books.faults().isEmpty() && (archive == null || archive.faults().isEmpty());
      if (json) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("whole", whole);
        line.put("books", books);
        if (archive != null) {
          line.put("archive", archive);
        }
        console().json(line);
      } else {
        print(books, archive);
      }
      return whole ? DONE : FAILED;
    } catch (BrokenState e) {
      console().err("nephila: %s: %s; the archive is safe", dir, e.getMessage());
      return FAILED;
    }
  }

  private ArchiveCheck.Result archive(CrawlStore store) throws IOException {
    ArchivePosition committed =
        store
            .note("archive")
            .filter(text -> !text.isEmpty())
            .map(ArchivePosition::parse)
            .orElse(ArchivePosition.START);
    return ArchiveCheck.of(dir, committed, console().progress());
  }

  private void print(StoreCheck.Result books, ArchiveCheck.@Nullable Result archive) {
    books.faults().forEach(fault -> console().out("%s", fault));
    console()
        .out(
            "%,d pages, %,d read, %,d links: %s",
            books.pages(),
            books.read(),
            books.links(),
            books.faults().isEmpty() ? "every unit is accounted for" : "the state is damaged");
    if (archive != null) {
      archive.faults().forEach(fault -> console().out("%s", fault));
      console()
          .out(
              "%,d exchanges in %,d archive files, %,d bytes: %s",
              archive.exchanges(),
              archive.files(),
              archive.bytes(),
              archive.faults().isEmpty()
                  ? "every record is whole and in the index"
                  : "the archive is damaged where shown, and safe elsewhere");
    }
  }
}
