package nephila.crawl;

import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import nephila.archive.Archive;
import nephila.archive.warc.EarlierRead;
import nephila.archive.warc.Notes;
import nephila.archive.warc.Prepared;
import nephila.fetch.Exchange;
import nephila.fetch.FetchRequest;
import nephila.fetch.Fetcher;
import nephila.fetch.Validators;
import nephila.process.Answers;
import nephila.process.Findings;
import nephila.process.RobotsFetch;
import nephila.store.ReadFacts;
import org.jspecify.annotations.Nullable;

/// Runs an errand on a thread of its own: asks the server, packs what came for the archive, reads
/// the links. Thread-safe; nothing it does touches the books.
final class FetchWorker {
  static final String KIND = "nephila-errand";
  static final String REASON = "nephila-reason";

  private final Fetcher fetcher;
  private final @Nullable Archive archive;
  private final PageReader reader;

  FetchWorker(Fetcher fetcher, @Nullable Archive archive, PageReader reader) {
    this.fetcher = fetcher;
    this.archive = archive;
    this.reader = reader;
  }

  FetchResult run(FetchTask visit) {
    if (visit.kind() == FetchTask.Kind.ROBOTS) {
      return robots(visit);
    }
    Exchange exchange = fetcher.fetch(request(visit));
    Findings findings = reader.read(visit, exchange);
    long bytes = Answers.bytes(exchange);
    Prepared prepared = prepare(visit, exchange, findings.missing());
    return new FetchResult(visit, exchange, findings, null, prepared, bytes, false);
  }

  private static FetchRequest request(FetchTask visit) {
    FetchRequest request = FetchRequest.get(visit.url().text()).from(visit.via());
    ReadFacts previous = visit.previous();
    return previous != null && previous.status() == 200
        ? request.with(validators(previous))
        : request;
  }

  private static Validators validators(ReadFacts previous) {
    return new Validators(
        previous.etag().isEmpty() ? null : previous.etag(),
        previous.lastModified().isEmpty() ? null : previous.lastModified());
  }

  private FetchResult robots(FetchTask visit) {
    RobotsFetch.Reply reply = RobotsFetch.ask(fetcher, visit.url());
    Prepared prepared = prepare(visit, reply.exchange(), false);
    return new FetchResult(
        visit, reply.exchange(), Findings.NOTHING, reply.answer(), prepared, 0, false);
  }

  private @Nullable Prepared prepare(FetchTask visit, Exchange exchange, boolean missing) {
    if (archive == null) {
      return null;
    }
    Map<String, String> more = new LinkedHashMap<>();
    more.put(KIND, visit.kind().name());
    more.put(REASON, visit.reason().name());
    if (missing) {
      more.put(Notes.SOFT_404, "yes");
    }
    Notes notes =
        Notes.NONE
            .via(visit.via(), visit.hops())
            .importance(visit.importance())
            .previous(seen(visit))
            .more(more);
    return archive.prepare(exchange, notes);
  }

  private static @Nullable EarlierRead seen(FetchTask visit) {
    ReadFacts previous = visit.previous();
    if (previous == null || previous.digest().isEmpty()) {
      return null;
    }
    return new EarlierRead(
        visit.url().text(),
        java.time.Instant.ofEpochMilli(previous.atMillis()),
        HexFormat.of().parseHex(previous.digest()));
  }
}
