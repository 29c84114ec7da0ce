package nephila.crawl;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import nephila.UserError;
import nephila.crawl.CrawlConfig.Builder;
import nephila.url.Scope;

/// The names of the options, the same on the command line, in a configuration file and in
/// `plan.yaml`: each with how it is set, how it is shown, and a line for people.
public final class CrawlConfigKeys {
  /// One option.
  ///
  /// @param help a line for people
  public record Key(
      String name,
      String help,
      BiFunction<Builder, Object, Builder> setter,
      Function<CrawlConfig, Object> value) {}

  /// A page with its heads, and what it is packed into, are in arrays that double: 2³⁰ bytes hold
  /// either.
  private static final int MOST_BYTES = 1 << 29;

  private static final Map<String, Key> KEYS = new LinkedHashMap<>();

  static {
    list("seeds", "pages to start from", Builder::seeds, CrawlConfig::seeds);
    key(
        "scope",
        "how far from the seeds: page, prefix, host, domain, any",
        (b, v) -> b.scope(scope(v)),
        p -> p.scope().name().toLowerCase(Locale.ROOT));
    list(
        "include",
        "only pages that match one of these patterns",
        Builder::include,
        CrawlConfig::include);
    list(
        "exclude",
        "no pages that match one of these patterns",
        Builder::exclude,
        CrawlConfig::exclude);
    list("focus", "what matters more, like 'url~/news/ x3'", Builder::focus, CrawlConfig::focus);
    key(
        "select",
        "which page next: exact (by importance), cash (OPIC), bfs, random",
        (b, v) -> b.select(select(v)),
        p -> p.select().name().toLowerCase(Locale.ROOT));
    key(
        "max-pages",
        "pages to read in all, re-reads counted, 0 for no limit",
        (b, v) -> b.maxPages(whole("max-pages", v, 0, Long.MAX_VALUE)),
        CrawlConfig::maxPages);
    key(
        "budget",
        "pages to read in one run, re-reads counted, 0 for no limit",
        (b, v) -> b.budget(whole("budget", v, 0, Long.MAX_VALUE)),
        CrawlConfig::budget);
    time(
        "max-time",
        "how long one run may take, 0 for no limit",
        Builder::maxTime,
        CrawlConfig::maxTime);
    key(
        "depth",
        "links from a seed, -1 for no limit",
        (b, v) -> b.maxDepth((int) whole("depth", v, -1, 1_000_000)),
        CrawlConfig::maxDepth);
    time("delay", "between two requests to a host", Builder::delay, CrawlConfig::delay);
    key(
        "workers",
        "requests on their way at a time",
        (b, v) -> b.workers((int) whole("workers", v, 1, 10_000)),
        CrawlConfig::workers);
    key(
        "connections",
        "requests to one host at a time",
        (b, v) -> b.connections((int) whole("connections", v, 1, 100)),
        CrawlConfig::connections);
    text("agent", "name of your crawler", Builder::agent, CrawlConfig::agent);
    text(
        "contact",
        "URL or mail address of who answers for it",
        Builder::contact,
        CrawlConfig::contact);
    key(
        "refresh",
        "share of the requests that re-read known pages",
        (b, v) -> b.refresh(real("refresh", v)),
        CrawlConfig::refresh);
    time("min-age", "a page is not re-read before this age", Builder::minAge, CrawlConfig::minAge);
    key(
        "host-share",
        "share of max-pages that one host may have while others wait",
        (b, v) -> b.hostShare(real("host-share", v)),
        CrawlConfig::hostShare);
    flag(
        "sitemaps",
        "read the sitemaps that robots.txt names",
        Builder::sitemaps,
        CrawlConfig::sitemaps);
    flag(
        "allow-private",
        "go to private addresses too",
        Builder::allowPrivate,
        CrawlConfig::allowPrivate);
    list(
        "allow-network",
        "go to these private addresses, like 10.0.0.0/8 or 127.0.0.1:8080",
        Builder::allowNetworks,
        CrawlConfig::allowNetworks);
    flag("robots", "obey robots.txt", Builder::robots, CrawlConfig::robots);
    flag("archive", "write WARC files", Builder::archive, CrawlConfig::archive);
    flag(
        "near-duplicates",
        "pages of a host with nearly the same text share what they earn",
        Builder::nearDuplicates,
        CrawlConfig::nearDuplicates);
    flag("continuous", "go on for ever, re-reading", Builder::continuous, CrawlConfig::continuous);
    key(
        "damping",
        "share of its worth that a page passes on",
        (b, v) -> b.damping(real("damping", v)),
        CrawlConfig::damping);
    key(
        "gzip",
        "compression of the archive, 1 (fast) to 9 (small)",
        (b, v) -> b.gzipLevel((int) whole("gzip", v, 1, 9)),
        CrawlConfig::gzipLevel);
    key(
        "max-bytes",
        "a longer page is cut there",
        (b, v) -> b.maxBytes((int) whole("max-bytes", v, 1, MOST_BYTES)),
        CrawlConfig::maxBytes);
    key(
        "memory",
        "MiB for known pages; beyond it those needed last are on disk alone",
        (b, v) -> b.memory((int) whole("memory", v, 1, 1 << 20)),
        CrawlConfig::memory);
    time("timeout", "for a whole page", Builder::timeout, CrawlConfig::timeout);
    text("proxy", "HTTP proxy to go through, host:port", Builder::proxy, CrawlConfig::proxy);
    flag("cookies", "give hosts back the cookies they set", Builder::cookies, CrawlConfig::cookies);
    flag(
        "insecure",
        "read hosts whose certificate is expired, self-signed or another's",
        Builder::insecure,
        CrawlConfig::insecure);
  }

  private CrawlConfigKeys() {}

  /// All options, in the order to show them.
  public static List<Key> all() {
    return List.copyOf(KEYS.values());
  }

  /// Sets what a configuration says; `where` names it in complaints.
  ///
  /// @throws UserError for a key that is none, or a value that it cannot have
  public static Builder apply(Builder to, Map<?, ?> configuration, String where) {
    Builder builder = to;
    for (Map.Entry<?, ?> entry : configuration.entrySet()) {
      String name = String.valueOf(entry.getKey());
      Key key = KEYS.get(name);
      if (key == null) {
        throw new UserError(where + ": unknown key '" + name + "'" + nearest(name));
      }
      Object value = entry.getValue();
      builder = value == null ? builder : key.setter().apply(builder, value);
    }
    return builder;
  }

  private static String nearest(String name) {
    String best = "";
    int least = 4;
    for (String key : KEYS.keySet()) {
      int distance = distance(name, key);
      if (distance < least) {
        least = distance;
        best = key;
      }
    }
    return best.isEmpty()
        ? "; nephila config lists the known ones"
        : "; did you mean '" + best + "'?";
  }

  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int above = row[j];
        int change = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(change, Math.min(above, row[j - 1]) + 1);
        diagonal = above;
      }
    }
    return row[b.length()];
  }

  /// The plan as a YAML document, each option with its line of help.
  public static String toYaml(CrawlConfig plan) {
    StringBuilder yaml = new StringBuilder();
    for (Key key : KEYS.values()) {
      yaml.append("# ").append(key.help()).append('\n').append(key.name()).append(':');
      if (key.value().apply(plan) instanceof List<?> items) {
        yaml.append(items.isEmpty() ? " []\n" : "\n");
        items.forEach(item -> yaml.append("  - ").append(quoted(item)).append('\n'));
      } else {
        yaml.append(' ').append(scalar(key.value().apply(plan))).append('\n');
      }
    }
    return yaml.toString();
  }

  private static String scalar(Object value) {
    return value instanceof String text ? quoted(text) : String.valueOf(value);
  }

  private static String quoted(Object value) {
    return "'" + String.valueOf(value).replace("'", "''") + "'";
  }

  private static Scope.Kind scope(Object value) {
    for (Scope.Kind kind : Scope.Kind.values()) {
      if (kind.name().equalsIgnoreCase(String.valueOf(value))) {
        return kind;
      }
    }
    throw new UserError("scope '" + value + "': it must be page, prefix, host, domain or any");
  }

  private static Select select(Object value) {
    for (Select order : Select.values()) {
      if (order.name().equalsIgnoreCase(String.valueOf(value))) {
        return order;
      }
    }
    throw new UserError("select '" + value + "': one of exact, cash, bfs, random");
  }

  private static long whole(String name, Object value, long from, long to) {
    try {
      long number = Long.parseLong(String.valueOf(value).replace("_", ""));
      if (number >= from && number <= to) {
        return number;
      }
    } catch (NumberFormatException e) {
      // told below
    }
    throw new UserError(
        name
            + " '"
            + value
            + "': it must be a whole number from "
            + from
            + (to == Long.MAX_VALUE ? "" : " to " + to));
  }

  private static double real(String name, Object value) {
    try {
      String text = String.valueOf(value);
      return text.endsWith("%")
          ? Double.parseDouble(text.substring(0, text.length() - 1)) / 100
          : Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new UserError(name + " '" + value + "': it must be a number, like 0.2 or 20%", e);
    }
  }

  private static void key(
      String name,
      String help,
      BiFunction<Builder, Object, Builder> setter,
      Function<CrawlConfig, Object> value) {
    KEYS.put(name, new Key(name, help, setter, value));
  }

  private static void text(
      String name,
      String help,
      BiFunction<Builder, String, Builder> setter,
      Function<CrawlConfig, String> value) {
    key(name, help, (b, v) -> setter.apply(b, String.valueOf(v)), value::apply);
  }

  private static void time(
      String name,
      String help,
      BiFunction<Builder, Duration, Builder> setter,
      Function<CrawlConfig, Duration> value) {
    key(
        name,
        help,
        (b, v) -> setter.apply(b, Durations.parse(name, String.valueOf(v))),
        p -> Durations.show(value.apply(p)));
  }

  private static void flag(
      String name,
      String help,
      BiFunction<Builder, Boolean, Builder> setter,
      Function<CrawlConfig, Boolean> value) {
    key(
        name,
        help,
        (b, v) -> {
          String text = String.valueOf(v);
          if (!text.equals("true") && !text.equals("false")) {
            throw new UserError(name + " '" + v + "': it must be true or false");
          }
          return setter.apply(b, Boolean.valueOf(text));
        },
        value::apply);
  }

  private static void list(
      String name,
      String help,
      BiFunction<Builder, List<String>, Builder> setter,
      Function<CrawlConfig, List<String>> value) {
    key(
        name,
        help,
        (b, v) -> {
          List<String> items = new ArrayList<>();
          if (v instanceof List<?> several) {
            several.forEach(item -> items.add(String.valueOf(item)));
          } else {
            items.add(String.valueOf(v));
          }
          return setter.apply(b, items);
        },
        value::apply);
  }
}
