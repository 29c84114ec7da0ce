package nephila.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import nephila.ledger.ImportanceAlgorithm;
import nephila.ledger.LedgerChoice;
import nephila.ledger.LinkRetention;
import nephila.ledger.LinkWeights;
import nephila.ledger.window.Window;
import nephila.url.CanonicalUrl;
import nephila.url.Scope;

/// The settings of a crawl, as `plan.yaml` in the crawl dir has them. Made by [#usual] and [#with].
/// Immutable and thread-safe.
///
/// ```java
/// CrawlConfig config = CrawlConfig.of("https://example.org/").with("max-pages", 1000).checked();
/// ```
///
/// A new component is a new setting everywhere; the components' order is that of `plan.yaml`.
public record CrawlConfig(
    @Setting(help = "pages to start from", fileOnly = true) List<String> seeds,
    @Setting(
            help = "how far from the seeds: page, prefix, host, domain, any",
            option = "How far from the seeds: page, prefix, host (usual), domain, any.",
            usual = "host",
            label = "KIND",
            live = true)
        Scope.Kind scope,
    @Setting(
            help = "only pages that match one of these patterns",
            option = "Only pages that match; may be repeated.",
            label = "RE",
            live = true)
        List<String> include,
    @Setting(
            help = "no pages that match one of these patterns",
            option = "No pages that match; may be repeated.",
            label = "RE",
            live = true)
        List<String> exclude,
    @Setting(
            help = "what matters more, like 'url~/news/ x3'",
            option =
                "What matters more: 'url~/news/ x3', 'anchor~climate x2', 'host=example.org +10';"
                    + " may be repeated.",
            label = "RULE",
            live = true)
        List<String> focus,
    @Setting(
            help =
                "which page next: exact (by importance; with opic as cash), cash, bfs; read pages"
                    + " too: greedy, cycle, random, clock, xyleme",
            option =
                "Which page next. Unread pages: exact (by importance, usually; with opic the same"
                    + " as cash), cash, bfs. All pages, read or not: greedy (most cash), cycle"
                    + " (waited longest), random, clock, xyleme (cash, focus and change).",
            usual = "exact",
            label = "ORDER")
        SelectionOrder select,
    @Setting(
            help = "focus by factor (the order alone), or by cash (with opic; biases importance)",
            option =
                "Rules of focus by factor (usually: they change the order alone) or by cash (with"
                    + " opic, the papers' way: links pay extra; importance is biased).",
            usual = "factor",
            label = "factor|cash",
            live = true)
        FocusMeans focusBy,
    @Setting(
            help = "how importance is computed: exact, opic, opic-corrected; stays as it was begun",
            option =
                "How importance is computed: exact (usually: certified, and nearest where pages"
                    + " change), opic (the papers') or opic-corrected (without the cash that pages"
                    + " start with: where little changes). A crawl keeps it.",
            usual = "exact",
            label = "ALGORITHM")
        ImportanceAlgorithm importance,
    @Setting(
            help =
                "which past counts with opic, like growing:4 (T in turns of G) or growing:21d;"
                    + " empty for growing:4",
            option =
                "With opic, which past counts, T in turns of G or a time like 21d: all, fixed:T,"
                    + " improved:T:min, variable:k, interpolation:T, growing:T (usually"
                    + " growing:4), adaptive[:min:max], class:multiple,WINDOW,WINDOW. A crawl"
                    + " keeps it.",
            label = "WINDOW")
        String window,
    @Setting(
            help = "with opic, new pages start with the importance of recent ones; stays",
            option =
                "With opic, a new page starts with the importance of recently introduced pages, as"
                    + " the papers have it: closer early, farther off for the most important. A"
                    + " crawl keeps it.",
            after = "window")
        boolean defaultHistory,
    @Setting(
            help = "links of read pages: keep, or forget; stays as it was begun",
            option =
                "Links of read pages: keep (usually: why, sites and export show them) or forget"
                    + " (less memory and disk; the archive has them, where the exact ledger finds"
                    + " them again when a page has changed). A crawl keeps it.",
            usual = "keep",
            label = "keep|forget")
        LinkRetention links,
    @Setting(
            help = "what a link inside a site carries of one to another; stays as it was begun",
            option =
                "What a link inside a site carries of what one to another site does (usually 1). A"
                    + " crawl keeps it.",
            usual = "1",
            max = 1)
        double internal,
    @Setting(
            help = "what a page with a query passes on of what others do; stays as it was begun",
            option =
                "What a dynamic page (its URL has a query) passes on of what another page does"
                    + " (usually 1). A crawl keeps it.",
            usual = "1",
            max = 1)
        double dynamic,
    @Setting(
            help = "whether pages vote for the pages or the sites they link to; stays as begun",
            option =
                "Whether a page votes for each page (usually) or for each site that it links to,"
                    + " however many links lead there; --internal is the vote for its own. A crawl"
                    + " keeps it.",
            usual = "page",
            label = "page|site")
        VoteUnit by,
    @Setting(
            help =
                "file of what<TAB>weight: how the virtual page pays pages; stays as it was begun",
            option =
                "How the virtual page pays: a file of what<TAB>weight, what being a URL, site=NAME,"
                    + " host=NAME or url~RE; other pages get 0. A crawl keeps a copy.",
            label = "FILE")
        String preference,
    @Setting(
            help = "pages to read in all, re-reads counted, 0 for no limit",
            option = "Pages to read in all, re-reads counted.",
            usual = "0",
            live = true)
        long maxPages,
    @Setting(
            help = "pages to read in one run, re-reads counted, 0 for no limit",
            option = "Pages to read in this run, re-reads counted.",
            usual = "0")
        long budget,
    @Setting(
            help = "how long one run may take, 0 for no limit",
            option = "How long this run may take, like 90s, 10m, 6h.",
            usual = "0")
        Duration maxTime,
    @Setting(
            help = "stop when the pages that wait are expected to hold less of the importance",
            option =
                "Stop when the pages that wait are expected to hold less of the importance of all"
                    + " that were read or wait, like 0.01 or 1%.",
            usual = "0",
            max = 1,
            live = true)
        double untilWorth,
    @Setting(
            help = "links from a seed, -1 for no limit",
            option = "Links from a seed.",
            usual = "-1",
            min = -1,
            max = 1_000_000)
        int depth,
    @Setting(
            help = "between two requests to a host",
            option =
                "Between two requests to a host (usually ${usual}; robots.txt may ask for more).",
            usual = "1s")
        Duration delay,
    @Setting(
            help = "requests on their way at a time",
            usual = "64",
            letter = 'w',
            min = 1,
            max = 10_000,
            perWorker = true)
        int workers,
    @Setting(help = "requests to one host at a time", usual = "1", min = 1, max = 100)
        int connections,
    @Setting(
            help = "name of your crawler",
            option = "Name of your crawler, for servers and robots.txt.",
            label = "NAME",
            matches = "[A-Za-z_-]*",
            rule = "letters, '-' and '_' only, as robots.txt needs it (RFC 9309)")
        String agent,
    @Setting(help = "URL or mail address of who answers for it", label = "URL") String contact,
    @Setting(
            help = "share of the requests that re-read known pages",
            option = "Share of the requests that re-read known pages, like 0.2 or 20%.",
            usual = "0",
            max = 1,
            live = true)
        double refresh,
    @Setting(
            help = "share of the requests that read new pages, 1 - refresh; empty for that",
            option =
                "Share of the requests that read new pages: 1 - --refresh, said the other way.",
            label = "SHARE",
            matches = "|0|1|0?[.]\\d{1,9}|1[.]0{1,9}|\\d{1,2}(?:[.]\\d{1,9})?%|100%",
            rule = "it must be between 0 and 1, like 0.8 or 80%",
            live = true)
        String discoveryShare,
    @Setting(
            help = "the share by lanes (exact), or by cash (with opic; near it; biases importance)",
            option =
                "Hold the share of new pages by lanes (usually: exact) or by cash (with opic, the"
                    + " papers' way: the virtual page pays new or read pages more; status says the"
                    + " share reached; importance is biased).",
            usual = "lanes",
            label = "lanes|cash",
            live = true)
        SteeringMeans steer,
    @Setting(
            help = "pages that change alike are re-read in proportion to importance to this power",
            option =
                "Pages that change alike are re-read in proportion to importance to this power"
                    + " (usually ${usual}; with 1 a page twice as important is read twice as"
                    + " often).",
            usual = "0.5",
            label = "P",
            max = 2,
            live = true)
        double refreshPower,
    @Setting(help = "a page is not re-read before this age", usual = "1h") Duration minAge,
    @Setting(
            help = "share of max-pages that one host may have while others wait",
            option = "Share of --max-pages that one host may have while others wait.",
            usual = "1",
            max = 1)
        double hostShare,
    @Setting(help = "read the sitemaps that robots.txt names") boolean sitemaps,
    @Setting(
            help = "go to private addresses too",
            option = "Go to private and loopback addresses too.",
            after = "contact")
        boolean allowPrivate,
    @Setting(
            help = "go to these private addresses, like 10.0.0.0/8 or 127.0.0.1:8080",
            label = "NET")
        List<String> allowNetwork,
    @Setting(help = "obey robots.txt", usual = "true", fileOnly = true) boolean robots,
    @Setting(
            help = "write WARC files",
            option = "Write no WARC files; after a crash the last seconds are read again.",
            usual = "true",
            perWorker = true)
        boolean archive,
    @Setting(
            help = "pages of a host with nearly the same text share what they earn",
            after = "host-share")
        boolean nearDuplicates,
    @Setting(
            help = "go on for ever, re-reading",
            option = "Go on for ever, re-reading when nothing new is known.",
            after = "min-age")
        boolean continuous,
    @Setting(
            help = "misses in a row (404, no such host) after which a page is gone; 410 is at once",
            option =
                "Misses in a row (404, no such host) after which a page is gone; 410 is at once.",
            usual = "3",
            min = 1,
            max = 7,
            live = true,
            after = "continuous")
        int goneAfter,
    @Setting(
            help = "share of its worth that a page passes on",
            usual = "0.85",
            min = 0.01,
            max = 0.999,
            after = "insecure")
        double damping,
    @Setting(
            help = "with opic, one small edge from each page to all, in place of damping; stays",
            option =
                "With opic, every page has one small edge to the virtual page, as the papers have"
                    + " it, in place of --damping. A crawl keeps it.",
            after = "damping")
        boolean smallEdge,
    @Setting(
            help = "compression of the archive, 1 (fast) to 9 (small)",
            option = "Compression of the archive, 1 (fast, usual) to 9 (small).",
            usual = "1",
            label = "LEVEL",
            min = 1,
            max = 9,
            perWorker = true)
        int gzip,
    // With its heads, and with what it is packed into, it is in arrays that double up to 2³⁰ bytes.
    @Setting(
            help = "a longer page is cut there",
            option = "A longer page is cut there (usually 16 MiB).",
            usual = "16777216",
            min = 1,
            max = 1 << 29)
        int maxBytes,
    @Setting(
            help = "MiB for known pages; beyond it those needed last are on disk alone",
            option =
                "Memory for known pages (usually ${usual}, some 6 million, or a quarter of the"
                    + " JVM's heap if that is less); beyond it those needed last are on disk"
                    + " alone.",
            usual = "512",
            label = "MIB",
            min = 1,
            max = 1 << 20,
            perWorker = true)
        int memory,
    @Setting(
            help = "for a whole page",
            usual = "1m",
            min = 1,
            rule = "no page comes in no time; write it like 30s")
        Duration timeout,
    @Setting(
            help = "HTTP proxy to go through, host:port",
            option = "HTTP proxy to go through.",
            label = "HOST:PORT",
            matches =
                "|[^/@\\s]+:([0-5]?\\d{1,4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])",
            rule = "write it like proxy.example.org:8080",
            perWorker = true)
        String proxy,
    @Setting(
            help = "give hosts back the cookies they set",
            option = "Give hosts back the cookies they set, each its own, while this run lasts.")
        boolean cookies,
    @Setting(help = "read hosts whose certificate is expired, self-signed or another's")
        boolean insecure,
    @Setting(
            help = "fetch what pages are shown with: pictures, styles, scripts, fonts, frames",
            option =
                "Fetch what pages are shown with, in scope or not: pictures, style sheets, scripts,"
                    + " fonts, media, frames; right after their page, once a crawl. They are no"
                    + " pages.",
            after = "gzip")
        boolean requisites,
    @Setting(
            help = "requisites fetched for one page, what style sheets and frames name included",
            option =
                "Requisites fetched for one page, those of its style sheets and frames too (usually"
                    + " ${usual}).",
            usual = "500",
            label = "N",
            min = 1,
            max = 100_000,
            after = "requisites")
        int maxRequisites,
    @Setting(
            help = "bytes of requisites for one page, after which no more is fetched for it",
            option = "Bytes of requisites for one page (usually 256 MiB); no more is fetched then.",
            usual = "268435456",
            label = "BYTES",
            min = 1,
            after = "max-requisites")
        long maxRequisiteBytes,
    @Setting(
            help =
                "keep what these archives have as revisits: crawl dirs, WACZ, CDXJ; own for this"
                    + " crawl alone",
            option =
                "Keep an answer that is already archived, under whatever address, as a revisit"
                    + " without its bytes: in this crawl (own), and in this crawl dir, .wacz or"
                    + " .cdxj; may be repeated.",
            label = "own|SOURCE",
            after = "max-requisite-bytes")
        List<String> dedup) {

  /// The usual value of every setting.
  public static CrawlConfig usual() {
    return Settings.USUAL;
  }

  /// The usual crawl from these pages on.
  public static CrawlConfig of(String... seeds) {
    return of(List.of(seeds));
  }

  /// The usual crawl from these pages on.
  public static CrawlConfig of(List<String> seeds) {
    return usual().with("seeds", seeds);
  }

  /// The same with another value of the setting called `name`: a text as in `plan.yaml`, or what
  /// the setting's accessor gives.
  ///
  /// @throws nephila.UserError for a name that is none, or a value that it cannot have
  public CrawlConfig with(String name, Object value) {
    return Settings.apply(this, Map.of(name, value), "settings");
  }

  public CrawlConfig withSeed(String url) {
    List<String> more = new ArrayList<>(seeds);
    more.add(url);
    return with("seeds", more);
  }

  /// The same, once [Settings#check] found no fault with it, in whole.
  public CrawlConfig checked() {
    Settings.check(this);
    return this;
  }

  /// The ledger that the crawl's pages are kept in.
  public LedgerChoice ledger() {
    Window chosen = window.isEmpty() ? LedgerChoice.USUAL_WINDOW : Window.parse(window);
    LedgerChoice choice =
        importance.isOpic()
            ? new LedgerChoice(importance, damping, chosen, links, smallEdge)
            : new LedgerChoice(importance, damping, new Window.All(), links);
    return choice
        .withWeights(new LinkWeights(internal, dynamic, by == VoteUnit.SITE))
        .withPreference(!preference.isEmpty())
        .withDefaultHistory(defaultHistory);
  }

  /// The order of first reads: with OPIC by cash where [#select] is by what is expected in the end,
  /// which is learned from the exact ledger alone.
  public SelectionOrder order() {
    boolean expects = !importance.isOpic() && links == LinkRetention.KEEP;
    return !expects && select == SelectionOrder.EXACT ? SelectionOrder.CASH : select;
  }

  /// Whether stored pages are pushed between reads.
  public boolean pushes() {
    return order().pushes() && links == LinkRetention.KEEP;
  }

  /// The host of the proxy to go through, empty for none.
  public String proxyHost() {
    return proxy.substring(0, Math.max(0, proxy.lastIndexOf(':')));
  }

  /// The port of the proxy, 0 for none.
  public int proxyPort() {
    return proxy.isEmpty()
        ? 0
        : Integer.parseInt(proxy, proxy.lastIndexOf(':') + 1, proxy.length(), 10);
  }

  /// The share of the requests that re-read: half of a continuous crawl's unless it is set.
  public double refreshShare() {
    if (!discoveryShare.isEmpty()) {
      return Math.rint(1e12 * (1 - share(discoveryShare))) / 1e12; // 0.2 of 0.8, no less
    }
    return refresh == 0 && continuous ? 0.5 : refresh;
  }

  private static double share(String text) {
    return text.endsWith("%")
        ? Double.parseDouble(text.substring(0, text.length() - 1)) / 100
        : Double.parseDouble(text);
  }

  /// Whether a share of first reads and re-reads is asked for.
  boolean setsShare() {
    return refresh > 0 || !discoveryShare.isEmpty();
  }

  /// Whether the best page is next whether it was read or not: the order is one of all pages, and
  /// no share is set that lanes hold.
  public boolean isOneLane() {
    return select.ordersAll() && (!setsShare() || steer == SteeringMeans.CASH);
  }

  public List<CanonicalUrl> seedUrls() {
    return seeds.stream().map(CanonicalUrl::typed).toList();
  }

  public Scope scopeRules() {
    return Scope.of(scope, seedUrls(), include, exclude);
  }

  /// Whether servers are not told who asks.
  public boolean isAnonymous() {
    return agent.isEmpty() || contact.isEmpty();
  }

  /// The name by which robots.txt knows the crawler.
  public String productToken() {
    return agent.isEmpty() ? "nephila" : agent;
  }

  /// The `User-Agent` header: name, version and contact.
  public String userAgent(String version) {
    String known = contact.startsWith("http") ? "+" + contact : contact;
    return productToken() + "/" + version + (contact.isEmpty() ? "" : " (" + known + ")");
  }
}
