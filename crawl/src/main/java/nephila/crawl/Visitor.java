package nephila.crawl;

import java.util.HexFormat;
import java.util.Map;
import nephila.archive.Archive;
import nephila.archive.Notes;
import nephila.archive.Prepared;
import nephila.archive.Seen;
import nephila.fetch.Exchange;
import nephila.fetch.Failure;
import nephila.fetch.FetchRequest;
import nephila.fetch.Fetcher;
import nephila.fetch.Outcome;
import nephila.fetch.Validators;
import nephila.politeness.RobotsAnswer;
import nephila.store.ReadFacts;
import nephila.url.CanonicalUrl;
import org.jspecify.annotations.Nullable;

/// Runs an errand on a thread of its own: asks the server, packs what came for the archive, reads
/// the links. Thread-safe; nothing it does touches the books.
final class Visitor {
  static final String KIND = "nephila-errand";
  static final String REASON = "nephila-reason";

  private final Fetcher fetcher;
  private final @Nullable Archive archive;
  private final PageReader reader;

  Visitor(Fetcher fetcher, @Nullable Archive archive, PageReader reader) {
    this.fetcher = fetcher;
    this.archive = archive;
    this.reader = reader;
  }

  Visited run(Visit visit) {
    if (visit.kind() == Visit.Kind.ROBOTS) {
      return robots(visit);
    }
    Exchange exchange = fetcher.fetch(request(visit));
    Findings findings = reader.read(visit, exchange);
    return new Visited(visit, exchange, findings, null, prepare(visit, exchange), false);
  }

  private static FetchRequest request(Visit visit) {
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

  /// Follows the redirects of a robots.txt (RFC 9309 §2.3.1.2).
  private Visited robots(Visit visit) {
    Exchange first = fetcher.fetch(FetchRequest.get(visit.url().text()));
    Exchange exchange = first;
    CanonicalUrl at = visit.url();
    for (int hop = 0; ; hop++) {
      CanonicalUrl target = PageReader.redirect(at, exchange);
      if (target == null) {
        break;
      }
      if (hop == RobotsAnswer.MAX_REDIRECTS) {
        RobotsAnswer lost = new RobotsAnswer.TooManyRedirects();
        return new Visited(visit, first, Findings.NOTHING, lost, prepare(visit, first), false);
      }
      at = target;
      exchange = fetcher.fetch(FetchRequest.get(target.text()));
    }
    // Kept under the address that was asked for when it answered there itself.
    return new Visited(
        visit, exchange, Findings.NOTHING, answer(exchange), prepare(visit, exchange), false);
  }

  static RobotsAnswer answer(Exchange exchange) {
    return switch (exchange.outcome()) {
      case Outcome.Answered answered ->
          new RobotsAnswer.Answered(answered.status(), exchange.content().bytes());
      // Nobody is asked there: its pages are settled one by one, without a request.
      case Outcome.Failed failed when failed.kind() == Failure.ADDRESS_REFUSED ->
          new RobotsAnswer.Answered(404, new byte[0]);
      case Outcome.Failed failed -> new RobotsAnswer.Unreachable();
    };
  }

  private @Nullable Prepared prepare(Visit visit, Exchange exchange) {
    if (archive == null) {
      return null;
    }
    Notes notes =
        Notes.NONE
            .via(visit.via(), visit.hops())
            .importance(visit.importance())
            .previous(seen(visit))
            .more(Map.of(KIND, visit.kind().name(), REASON, visit.reason().name()));
    return archive.prepare(exchange, notes);
  }

  private static @Nullable Seen seen(Visit visit) {
    ReadFacts previous = visit.previous();
    if (previous == null || previous.digest().isEmpty()) {
      return null;
    }
    return new Seen(
        visit.url().text(),
        java.time.Instant.ofEpochMilli(previous.atMillis()),
        HexFormat.of().parseHex(previous.digest()));
  }
}
