package nephila.crawl;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import nephila.UserError;
import nephila.url.AddressPolicy;
import nephila.url.CanonicalUrl;
import nephila.url.FocusRules;
import nephila.url.Scope;

/// What a crawl is to do: the resolved options, as `plan.yaml` in the crawl dir has them.
/// Immutable; made by [#builder] or [CrawlConfigKeys].
///
/// @param seeds canonical URLs to start from
/// @param scope how far from the seeds to go
/// @param maxPages pages to read in all, re-reads counted, 0 for no limit
/// @param budget pages to read in one run, 0 for no limit
/// @param maxTime how long to go on in one run, zero for no limit
/// @param maxDepth links from a seed, −1 for no limit
/// @param delay between two requests to a host when robots.txt asks for nothing longer
/// @param workers requests on their way at most
/// @param connections requests to one host at a time
/// @param agent name of the crawler, in the user agent and for robots.txt
/// @param contact URL or mail address of who answers for it
/// @param refresh share of the requests that re-read known pages, 0 to 1
/// @param minAge a page is not re-read before this age
/// @param hostShare of `maxPages` that one host may have while others wait
/// @param memory MiB for known pages; those needed last are on disk alone beyond it
/// @param nearDuplicates pages of a host with nearly the same text share what they earn
/// @param continuous go on for ever, re-reading when nothing new is known
/// @param select in which order unread pages are read
/// @param allowPrivate go to all private, link-local and loopback addresses
/// @param allowNetworks go to these of them, like `10.0.0.0/8` or `127.0.0.1:8080`
/// @param archive whether to write WARC files
/// @param cookies whether hosts get back the cookies they set, while a run lasts
/// @param insecure whether to read hosts whose certificate is expired, self-signed or another's
public record CrawlConfig(
    List<String> seeds,
    Scope.Kind scope,
    List<String> include,
    List<String> exclude,
    List<String> focus,
    long maxPages,
    long budget,
    Duration maxTime,
    int maxDepth,
    Duration delay,
    int workers,
    int connections,
    String agent,
    String contact,
    double refresh,
    Duration minAge,
    double hostShare,
    boolean sitemaps,
    boolean allowPrivate,
    List<String> allowNetworks,
    boolean robots,
    boolean archive,
    boolean continuous,
    boolean nearDuplicates,
    double damping,
    int gzipLevel,
    int maxBytes,
    int memory,
    Duration timeout,
    String proxy,
    boolean cookies,
    boolean insecure,
    Select select) {

  public static Builder builder() {
    return new Builder();
  }

  /// Refuses what cannot be run, in one line.
  public CrawlConfig checked() {
    if (seeds.isEmpty()) {
      throw new UserError("no seed; name a page to start from, like https://example.org/");
    }
    boolean anonymous = agent.isEmpty() || contact.isEmpty();
    if (anonymous && !seedUrls().stream().allMatch(s -> AddressPolicy.namesLoopback(s.host()))) {
      throw new UserError(
          "servers must know who asks: give --agent NAME and --contact URL-or-mail (only crawls of"
              + " this machine go without)");
    }
    return checkedValues();
  }

  /// Refuses values that no crawl can have, whatever else it has or lacks.
  public CrawlConfig checkedValues() {
    if (!agent.isEmpty() && !agent.matches("[A-Za-z_-]+")) {
      throw new UserError(
          "agent '" + agent + "': letters, '-' and '_' only, as robots.txt needs it (RFC 9309)");
    }
    range("refresh", refresh, 0, 1);
    range("host-share", hostShare, 0, 1);
    range("workers", workers, 1, 10_000);
    range("connections", connections, 1, 100);
    range("damping", damping, 0.01, 0.999);
    if (timeout.isZero()) {
      throw new UserError("timeout 0s: no page comes in no time; write it like 30s");
    }
    proxyPort();
    FocusRules.parse(focus);
    AddressPolicy.check(allowNetworks);
    scopeRules();
    return this;
  }

  private static void range(String name, double value, double from, double to) {
    if (!(value >= from && value <= to)) {
      throw new UserError(
          String.format(
              "%s %s: it must be between %s and %s", name, shown(value), shown(from), shown(to)));
    }
  }

  private static String shown(double value) {
    return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
  }

  /// The host of the proxy to go through, empty for none.
  String proxyHost() {
    return proxy.substring(0, Math.max(0, proxy.lastIndexOf(':')));
  }

  /// The port of the proxy. What cannot be understood is refused: nobody is to go around a proxy by
  /// mistake.
  int proxyPort() {
    String port = proxy.substring(proxy.lastIndexOf(':') + 1);
    boolean number = port.matches("[0-9]{1,5}") && Integer.parseInt(port) <= 0xffff;
    if (!proxy.isEmpty() && !(number && proxyHost().matches("[^/@\\s]+"))) {
      throw new UserError("proxy '" + proxy + "': write it like proxy.example.org:8080");
    }
    return proxy.isEmpty() ? 0 : Integer.parseInt(port);
  }

  /// The share of the requests that re-read: half of a continuous crawl's unless told.
  double refreshShare() {
    return refresh == 0 && continuous ? 0.5 : refresh;
  }

  public List<CanonicalUrl> seedUrls() {
    return seeds.stream().map(CanonicalUrl::typed).toList();
  }

  public Scope scopeRules() {
    return Scope.of(scope, seedUrls(), include, exclude);
  }

  /// The `User-Agent` header: name, version and contact.
  public String userAgent(String version) {
    String name = agent.isEmpty() ? "nephila" : agent;
    String known = contact.startsWith("http") ? "+" + contact : contact;
    return name + "/" + version + (contact.isEmpty() ? "" : " (" + known + ")");
  }

  public Builder toBuilder() {
    return new Builder(this);
  }

  /// Collects what differs from the usual.
  public static final class Builder {
    private List<String> seeds = List.of();
    private Scope.Kind scope = Scope.Kind.HOST;
    private List<String> include = List.of();
    private List<String> exclude = List.of();
    private List<String> focus = List.of();
    private long maxPages;
    private long budget;
    private Duration maxTime = Duration.ZERO;
    private int maxDepth = -1;
    private Duration delay = Duration.ofSeconds(1);
    private int workers = 64;
    private int connections = 1;
    private String agent = "";
    private String contact = "";
    private double refresh;
    private Duration minAge = Duration.ofHours(1);
    private double hostShare = 1;
    private boolean sitemaps;
    private boolean allowPrivate;
    private List<String> allowNetworks = List.of();
    private boolean robots = true;
    private boolean archive = true;
    private boolean continuous;
    private boolean nearDuplicates;
    private double damping = 0.85;
    private Select select = Select.EXACT;
    private int gzipLevel = 1;
    private int maxBytes = 16 << 20;
    private int memory = 512;
    private Duration timeout = Duration.ofSeconds(60);
    private String proxy = "";
    private boolean cookies;
    private boolean insecure;

    private Builder() {}

    private Builder(CrawlConfig plan) {
      seeds = plan.seeds;
      scope = plan.scope;
      include = plan.include;
      exclude = plan.exclude;
      focus = plan.focus;
      maxPages = plan.maxPages;
      budget = plan.budget;
      maxTime = plan.maxTime;
      maxDepth = plan.maxDepth;
      delay = plan.delay;
      workers = plan.workers;
      connections = plan.connections;
      agent = plan.agent;
      contact = plan.contact;
      refresh = plan.refresh;
      minAge = plan.minAge;
      hostShare = plan.hostShare;
      sitemaps = plan.sitemaps;
      allowPrivate = plan.allowPrivate;
      allowNetworks = plan.allowNetworks;
      robots = plan.robots;
      archive = plan.archive;
      continuous = plan.continuous;
      nearDuplicates = plan.nearDuplicates;
      damping = plan.damping;
      gzipLevel = plan.gzipLevel;
      select = plan.select;
      maxBytes = plan.maxBytes;
      memory = plan.memory;
      timeout = plan.timeout;
      proxy = plan.proxy;
      cookies = plan.cookies;
      insecure = plan.insecure;
    }

    public Builder seeds(List<String> urls) {
      seeds = List.copyOf(urls);
      return this;
    }

    public Builder seeds(String... urls) {
      return seeds(List.of(urls));
    }

    public Builder addSeed(String url) {
      List<String> more = new ArrayList<>(seeds);
      more.add(url);
      return seeds(more);
    }

    public Builder scope(Scope.Kind kind) {
      scope = kind;
      return this;
    }

    public Builder include(List<String> patterns) {
      include = List.copyOf(patterns);
      return this;
    }

    public Builder exclude(List<String> patterns) {
      exclude = List.copyOf(patterns);
      return this;
    }

    public Builder focus(List<String> rules) {
      focus = List.copyOf(rules);
      return this;
    }

    public Builder maxPages(long pages) {
      maxPages = pages;
      return this;
    }

    public Builder budget(long pages) {
      budget = pages;
      return this;
    }

    public Builder maxTime(Duration time) {
      maxTime = time;
      return this;
    }

    public Builder maxDepth(int links) {
      maxDepth = links;
      return this;
    }

    public Builder delay(Duration between) {
      delay = between;
      return this;
    }

    public Builder workers(int requests) {
      workers = requests;
      return this;
    }

    public Builder connections(int perHost) {
      connections = perHost;
      return this;
    }

    public Builder agent(String name) {
      agent = name;
      return this;
    }

    public Builder contact(String urlOrMail) {
      contact = urlOrMail;
      return this;
    }

    public Builder refresh(double share) {
      refresh = share;
      return this;
    }

    public Builder minAge(Duration age) {
      minAge = age;
      return this;
    }

    public Builder hostShare(double share) {
      hostShare = share;
      return this;
    }

    public Builder sitemaps(boolean use) {
      sitemaps = use;
      return this;
    }

    public Builder allowPrivate(boolean allow) {
      allowPrivate = allow;
      return this;
    }

    public Builder allowNetworks(List<String> networks) {
      allowNetworks = List.copyOf(networks);
      return this;
    }

    public Builder robots(boolean obey) {
      robots = obey;
      return this;
    }

    public Builder archive(boolean write) {
      archive = write;
      return this;
    }

    public Builder continuous(boolean forEver) {
      continuous = forEver;
      return this;
    }

    public Builder nearDuplicates(boolean share) {
      nearDuplicates = share;
      return this;
    }

    public Builder damping(double share) {
      damping = share;
      return this;
    }

    public Builder select(Select order) {
      select = order;
      return this;
    }

    public Builder gzipLevel(int level) {
      gzipLevel = level;
      return this;
    }

    public Builder memory(int mebibytes) {
      memory = mebibytes;
      return this;
    }

    public Builder maxBytes(int bytes) {
      maxBytes = bytes;
      return this;
    }

    public Builder timeout(Duration whole) {
      timeout = whole;
      return this;
    }

    public Builder proxy(String url) {
      proxy = url;
      return this;
    }

    public Builder cookies(boolean keep) {
      cookies = keep;
      return this;
    }

    public Builder insecure(boolean allow) {
      insecure = allow;
      return this;
    }

    public CrawlConfig build() {
      return new CrawlConfig(
          seeds,
          scope,
          include,
          exclude,
          focus,
          maxPages,
          budget,
          maxTime,
          maxDepth,
          delay,
          workers,
          connections,
          agent,
          contact,
          refresh,
          minAge,
          hostShare,
          sitemaps,
          allowPrivate,
          allowNetworks,
          robots,
          archive,
          continuous,
          nearDuplicates,
          damping,
          gzipLevel,
          maxBytes,
          memory,
          timeout,
          proxy,
          cookies,
          insecure,
          select);
    }
  }
}
