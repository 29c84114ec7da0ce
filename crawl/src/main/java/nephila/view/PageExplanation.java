package nephila.view;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import nephila.UserError;
import nephila.config.CrawlConfig;
import nephila.ledger.PageTable;
import nephila.ledger.StoredLedger;
import nephila.process.UrlFilter;
import nephila.store.CrawlStore;
import nephila.store.PageIndex;
import nephila.store.record.HostFacts;
import nephila.store.record.PageDiscovery;
import nephila.store.record.ReadFacts;
import nephila.store.record.UrlHash;
import nephila.url.CanonicalUrl;
import nephila.url.FocusRules;
import nephila.url.TypeGuess;
import org.jspecify.annotations.Nullable;

/// Why a page was read when it was, or why it was not: what it is worth, who pays it, which rules
/// speak of it, and whether its host has its turn.
///
/// @param verdict in a sentence
/// @param importance its share of all worth
/// @param rank its place among the known pages
/// @param worth in credits (a page nobody points to has one); under OPIC, times the mean
/// @param payers who pays it most, best first
/// @param inLinks how many pages point to it
/// @param rules focus rules that speak of it
/// @param opic the page in the papers' terms where importance is OPIC's, else null
/// @param own the credits that it was worth before anybody paid it, by a preference; null for 1
/// @param bias what makes importance another ([ImportanceBias]), null where nothing does
/// @param linksKept whether links are kept, so that payers are known
public record PageExplanation(
    String url,
    PageState state,
    String verdict,
    double importance,
    int rank,
    double worth,
    int depth,
    String via,
    int inLinks,
    List<Payer> payers,
    List<String> rules,
    String host,
    String robots,
    int reads,
    int changes,
    String lastRead,
    String lastReason,
    @Nullable OpicPage opic,
    @Nullable Double own,
    @Nullable String bias,
    boolean linksKept) {
  /// A page that points to it.
  ///
  /// @param credits what it has paid it
  public record Payer(String url, double credits, int links) {}

  /// @throws UserError when the page is not known
  public static PageExplanation of(
      CrawlStore store, CrawlConfig plan, String typed, int payers, Clock clock) {
    CanonicalUrl url = CanonicalUrl.typed(typed);
    UrlFilter gate = new UrlFilter(plan, clock);
    int slot = find(store, url);
    if (slot == PageTable.NO_PAGE) {
      String refusal = gate.refusal(url, 0, false);
      throw new UserError(
          url
              + " is not known: no page read so far points to it"
              + (refusal.isEmpty() ? "" : ", and it would not be read: " + refusal));
    }
    return new Builder(store, plan, gate, url, slot).explain(payers, clock.millis());
  }

  /// Where the page is in the store, or [PageTable#NO_PAGE].
  public static int find(CrawlStore store, CanonicalUrl url) {
    int host = store.findHost(url.origin());
    return host < 0 ? PageTable.NO_PAGE : store.find(host, UrlHash.of(url.text()));
  }

  /// Puts an explanation together.
  private record Builder(
      CrawlStore store, CrawlConfig plan, UrlFilter gate, CanonicalUrl url, int slot) {
    PageExplanation explain(int limit, long nowMillis) {
      StoredLedger ledger = store.ledger();
      PageTable pages = store.pages();
      PageIndex index = store.index();
      PageDiscovery known = store.discovery(slot);
      List<Integer> from = inLinks();
      @Nullable ReadFacts last = store.lastRead(slot);
      HostFacts host = store.hostFacts(index.host(slot));
      List<String> rules =
          FocusRules.parse(plan.focus())
              .matching(url, null, last == null ? TypeGuess.of(url) : last.mime())
              .stream()
              .map(Object::toString)
              .toList();
      PageVerdict verdict =
          new PageVerdict(
              gate,
              url,
              known.depth(),
              known.isSeed(),
              PageState.of(pages, slot),
              last,
              host,
              nowMillis);
      int via = known.isSeed() ? PageTable.NO_PAGE : index.find(known.viaHost(), known.viaHash());
      return new PageExplanation(
          url.text(),
          verdict.state(),
          verdict.words(),
          ledger.importance(slot),
          rank(),
          (double) ledger.worth(slot) / ledger.credit(),
          known.depth(),
          via == PageTable.NO_PAGE ? "" : store.url(via),
          from.size(),
          payers(from, limit),
          rules,
          verdict.hostTurn(),
          verdict.robots(),
          pages.reads(slot),
          pages.changes(slot),
          verdict.lastRead(),
          verdict.reason(),
          OpicPage.of(store, slot),
          store.choice().byPreference()
              ? 1 + (double) store.joinedWith(slot) / ledger.credit()
              : null,
          ImportanceBias.orNull(store),
          store.choice().keepsLinks());
    }

    private int rank() {
      int better = 0;
      for (int other = 0; other < store.pages().size(); other++) {
        better += store.ledger().worth(other) > store.ledger().worth(slot) ? 1 : 0;
      }
      return better + 1;
    }

    private List<Integer> inLinks() {
      List<Integer> from = new ArrayList<>();
      for (int page = 0; page < store.pages().size(); page++) {
        for (int child : store.pages().row(page)) {
          if (child == slot) {
            from.add(page);
          }
        }
      }
      return from;
    }

    /// Where the row has the page.
    private int place(int[] row) {
      int place = 0;
      while (row[place] != slot) {
        place++;
      }
      return place;
    }

    private List<Payer> payers(List<Integer> from, int limit) {
      return from.stream()
          .map(
              page -> {
                int[] row = store.pages().row(page);
                long paid = store.ledger().paidAlong(page).of(place(row));
                double credits = (double) paid / store.ledger().credit();
                return new Payer(store.url(page), credits, row.length);
              })
          .sorted(Comparator.comparingDouble(Payer::credits).reversed())
          .limit(limit)
          .toList();
    }
  }

  private String standing() {
    if (state == PageState.GONE) {
      String payers = String.format(Locale.ROOT, "; %,d pages point to it", inLinks);
      return "  worth nothing while it is gone" + (linksKept ? payers : "");
    }
    if (opic == null) {
      String rest = linksKept ? String.format(Locale.ROOT, "%,d pages", inLinks) : "its payers";
      return String.format(
          Locale.ROOT,
          "  importance %.3g, rank %,d; worth %.2f credits (%s of its own, the rest from %s)",
          importance,
          rank,
          worth,
          own == null ? "1" : String.format(Locale.ROOT, "%.2f", own),
          rest);
    }
    String payers = String.format(Locale.ROOT, "; %,d pages point to it", inLinks);
    return String.format(
            Locale.ROOT,
            "  importance %.3g, rank %,d; %.2f times the mean",
            importance,
            rank,
            worth)
        + (linksKept ? payers : "");
  }

  /// For people.
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(url);
    boolean asked = state != PageState.FORBIDDEN && !lastReason.isEmpty();
    lines.add("  " + verdict + (asked ? ", because it was " + lastReason : ""));
    lines.add(standing());
    if (opic != null) {
      lines.add(opic.line());
    }
    if (bias != null) {
      lines.add("  importance " + bias);
    }
    if (!linksKept) {
      lines.add("  links were not kept; the archive has them: nephila links DIR");
    }
    lines.add(
        via.isEmpty()
            ? "  a seed"
            : String.format("  %d links from a seed, found on %s", depth, via));
    for (Payer payer : payers) {
      lines.add(
          String.format(
              Locale.ROOT,
              opic == null ? "  paid %.3f by %s (%,d links)" : "  %.3f of that from %s (%,d links)",
              payer.credits(),
              payer.url(),
              payer.links()));
    }
    rules.forEach(rule -> lines.add("  rule " + rule));
    lines.add("  host " + host + "; robots.txt " + robots);
    if (reads > 0) {
      lines.add(
          String.format(
              "  read %d times, last at %s; seen to change %d times", reads, lastRead, changes));
    }
    return lines;
  }
}
