package nephila.crawl;

import java.util.LinkedHashMap;
import java.util.Map;
import nephila.archive.Archive;
import nephila.archive.warc.EarlierRead;
import nephila.archive.warc.Notes;
import nephila.archive.warc.PackedExchange;
import nephila.fetch.Exchange;
import nephila.fetch.FetchRequest;
import nephila.fetch.Fetcher;
import nephila.ledger.LedgerChoice;
import nephila.process.ExchangeRules;
import nephila.process.GonePolicy;
import nephila.process.PageFindings;
import nephila.process.RobotsFetch;
import nephila.store.ArchivedRows;
import nephila.store.record.AwaitedRequisite;
import nephila.store.record.ReadFacts;
import org.jspecify.annotations.Nullable;

/// Runs a fetch on a thread of its own: asks the server, packs the answer for the archive, reads
/// the links. Thread-safe; it touches neither store nor frontier.
final class FetchWorker {
  static final String REASON = "nephila-reason";

  private final Fetcher fetcher;
  private final @Nullable Archive archive;
  private final LedgerChoice choice;
  private final ArchivedRows rows;
  private final PageReader reader;
  private final @Nullable DigestIndex digests;

  /// @param choice which says whether a page may be answered with 304, without its links
  /// @param rows where links that were not kept are found again
  /// @param digests of what archives have, null where only the last read of a page counts
  FetchWorker(
      Fetcher fetcher,
      @Nullable Archive archive,
      PageReader reader,
      LedgerChoice choice,
      ArchivedRows rows,
      @Nullable DigestIndex digests) {
    this.digests = digests;
    this.choice = choice;
    this.rows = rows;
    this.fetcher = fetcher;
    this.archive = archive;
    this.reader = reader;
  }

  FetchResult run(FetchTask task) {
    if (task.kind() == FetchTask.Kind.ROBOTS) {
      return robots(task);
    }
    if (task.requisite() instanceof AwaitedRequisite requisite) {
      return requisite(task, requisite);
    }
    boolean conditional = choice.keepsLinks() || choice.findsLinksAgain();
    Exchange exchange =
        fetcher.fetch(
            ConditionalRequest.of(
                task.url().text(), task.via(), conditional ? task.previous() : null));
    PageFindings findings = reader.read(task, exchange);
    long bytes = ExchangeRules.bytes(exchange);
    PackedExchange prepared = prepare(task, exchange, findings);
    return new FetchResult(
        task, exchange, findings, null, prepared, bytes, false, before(task, exchange));
  }

  /// The links that the page had, where it may have others now or does not show them.
  private FetchResult.@Nullable EarlierLinks before(FetchTask task, Exchange exchange) {
    ReadFacts previous = task.previous();
    if (previous == null || task.row().links() <= 1 || !exchange.answered()) {
      return null;
    }
    boolean same = ExchangeRules.digest(exchange).equals(previous.digest());
    boolean failed = exchange.status() >= 400 && !GonePolicy.isMiss(exchange.status());
    return same || failed
        ? null
        : new FetchResult.EarlierLinks(rows.of(task.url().text(), task.row().copy()));
  }

  private FetchResult robots(FetchTask task) {
    RobotsFetch.Reply reply = RobotsFetch.ask(fetcher, task.url());
    PackedExchange prepared = prepare(task, reply.exchange(), PageFindings.NOTHING);
    return new FetchResult(
        task, reply.exchange(), PageFindings.NOTHING, reply.answer(), prepared, 0, false);
  }

  private FetchResult requisite(FetchTask task, AwaitedRequisite requisite) {
    String referrer = requisite.via().isEmpty() ? null : requisite.via();
    Exchange exchange = fetcher.fetch(FetchRequest.get(task.url().text()).from(referrer));
    PageFindings findings = reader.requisite(task.url(), requisite.kind(), exchange);
    long bytes = ExchangeRules.bytes(exchange);
    PackedExchange prepared = prepare(task, exchange, findings);
    return new FetchResult(task, exchange, findings, null, prepared, bytes, false);
  }

  private @Nullable PackedExchange prepare(
      FetchTask task, Exchange exchange, PageFindings findings) {
    if (archive == null) {
      return null;
    }
    Map<String, String> more = new LinkedHashMap<>();
    more.put(Notes.ERRAND, task.kind().name());
    more.put(REASON, task.reason().name());
    if (task.requisite() instanceof AwaitedRequisite requisite) {
      more.put(Notes.REQUISITE, requisite.kind().name());
    }
    if (findings.missing()) {
      more.put(Notes.SOFT_404, "yes");
    }
    EarlierRead own = ConditionalRequest.earlier(task.url().text(), task.previous());
    EarlierRead elsewhere = digests == null ? null : digests.same(exchange, own);
    Notes notes =
        Notes.NONE
            .via(task.via(), task.hops())
            .importance(task.importance())
            .previous(elsewhere == null ? own : elsewhere);
    if (elsewhere != null) {
      more.put(Notes.FOUND, FoundNotes.requisites(findings));
      notes = notes.outlinks(FoundNotes.links(findings));
    }
    return archive.prepare(exchange, notes.more(more));
  }
}
