package nephila.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import nephila.UserError;
import nephila.config.CrawlConfig;
import nephila.config.SelectionOrder;
import nephila.ledger.LedgerChoice;
import nephila.store.KeptPreference;
import nephila.store.NewFolder;
import org.jspecify.annotations.Nullable;

/// All crawls of a frontier, each in a folder of its own under one dir, opened when first named.
/// Thread-safe.
public final class Frontiers implements AutoCloseable {
  /// The crawl of clients that name none.
  public static final String DEFAULT = "DEFAULT";

  /// Letters of the name of a crawl's folder.
  private static final int MOST_LETTERS = 200;

  private final Path dir;
  private final InstantSource clock;
  private final CrawlConfig usual;
  private final Map<String, FrontierCrawl> crawls = new TreeMap<>();
  private volatile boolean active = true;
  private long usualDelaySeconds = -1;

  /// The crawls that are in `dir`, which need not exist yet; new ones are begun with the exact
  /// ledger.
  public Frontiers(Path dir, InstantSource clock) throws IOException {
    this(dir, clock, CrawlConfig.usual());
  }

  /// The same, with new crawls begun with the ledger and the order of `usual`.
  public Frontiers(Path dir, InstantSource clock, CrawlConfig usual) throws IOException {
    this.dir = dir;
    this.clock = clock;
    this.usual = usual;
    Files.createDirectories(dir);
    try (Stream<Path> folders = Files.list(dir)) {
      for (Path folder :
          folders.filter(each -> Files.isDirectory(each.resolve("state"))).toList()) {
        String name = name(folder.getFileName().toString());
        crawls.put(name, new FrontierCrawl(name, folder, usual, clock));
      }
    }
  }

  /// Refuses, in one line, what a crawl of clients cannot be begun with.
  public static void check(CrawlConfig plan) {
    ClientFrontier.check(plan);
  }

  /// A crawl's folder has its name, with every byte that is no letter, digit, `-` or `_` as `%XX`.
  static String folder(String crawl) {
    StringBuilder name = new StringBuilder();
    for (byte b : crawl.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xFF);
      boolean plain = c < 128 && (Character.isLetterOrDigit(c) || c == '-' || c == '_');
      name.append(plain ? String.valueOf(c) : String.format("%%%02X", b & 0xFF));
    }
    return name.toString();
  }

  private static String name(String folder) {
    return java.net.URLDecoder.decode(folder, StandardCharsets.UTF_8);
  }

  static String normal(String crawl) {
    return crawl.isBlank() ? DEFAULT : crawl.strip();
  }

  /// The crawl of that name, begun when it is new.
  ///
  /// @throws UserError when the name is too long for a folder
  FrontierCrawl crawl(String name) {
    return crawl(name, usual);
  }

  /// What new crawls are begun with unless a client says otherwise.
  CrawlConfig usual() {
    return usual;
  }

  /// The crawl of that name, begun with the ledger and the order of `plan` when it is new.
  ///
  /// @throws UserError when it was begun with others
  FrontierCrawl begin(String name, CrawlConfig plan) {
    ClientFrontier.check(plan);
    FrontierCrawl crawl = crawl(name, plan);
    Map<String, Object> kept = choices(crawl.choice(), crawl.order());
    choices(plan.ledger(), plan.select())
        .forEach((setting, asked) -> refuseOther(name, setting, kept.get(setting), asked));
    if (!plan.preference().isEmpty()) {
      try {
        KeptPreference.into(dir.resolve(folder(normal(name))), plan.preference());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    crawl.ask(ClientFrontier::begun);
    return crawl;
  }

  /// What a crawl was begun with, by the names of settings; a window where there is one.
  static Map<String, Object> choices(LedgerChoice choice, SelectionOrder order) {
    Map<String, Object> choices = new LinkedHashMap<>();
    choices.put("importance", choice.importance().text());
    choices.put("window", choice.windowText());
    choices.put("links", text(choice));
    choices.put("default-history", choice.defaultHistory());
    choices.put("damping", choice.damping());
    choices.put("small-edge", choice.smallEdge());
    choices.put("internal", choice.weights().internal());
    choices.put("dynamic", choice.weights().dynamic());
    choices.put("by", choice.weights().bySite() ? "site" : "page");
    choices.put("preference", choice.byPreference());
    choices.put("select", order.name().toLowerCase(Locale.ROOT));
    return choices;
  }

  static String text(LedgerChoice choice) {
    return choice.links().name().toLowerCase(Locale.ROOT);
  }

  private static void refuseOther(
      String crawl, String setting, @Nullable Object had, Object wanted) {
    String kept = String.valueOf(had);
    String asked = String.valueOf(wanted);
    if (!kept.equals(asked)) {
      throw new UserError(
          "crawl "
              + normal(crawl)
              + " was begun with "
              + setting
              + " "
              + (kept.isEmpty() ? "none" : kept)
              + ", not "
              + (asked.isEmpty() ? "none" : asked)
              + "; it keeps that, so take another name or delete it first");
    }
  }

  private synchronized FrontierCrawl crawl(String name, CrawlConfig plan) {
    String normal = normal(name);
    FrontierCrawl known = crawls.get(normal);
    if (known == null) {
      if (folder(normal).length() > MOST_LETTERS) {
        throw new UserError(
            "a crawl's name has at most "
                + MOST_LETTERS
                + " letters, or a third of that in other alphabets; this one has "
                + normal.length());
      }
      try {
        known = new FrontierCrawl(normal, dir.resolve(folder(normal)), plan, clock);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      long delay = usualDelaySeconds;
      if (delay >= 0) {
        known.ask(
            books -> {
              books.usualDelay(delay);
              return true;
            });
      }
      crawls.put(normal, known);
    }
    return known;
  }

  /// The crawl of that name, null when there is none.
  synchronized @Nullable FrontierCrawl known(String name) {
    return crawls.get(normal(name));
  }

  public synchronized List<String> names() {
    return List.copyOf(crawls.keySet());
  }

  /// Seconds between two hand-outs of a queue, in crawls that are new and in those that are here.
  public synchronized void usualDelay(long seconds) {
    usualDelaySeconds = seconds;
    for (FrontierCrawl crawl : crawls.values()) {
      crawl.ask(
          books -> {
            books.usualDelay(seconds);
            return true;
          });
    }
  }

  /// Whether URLs are handed out.
  boolean active() {
    return active;
  }

  void active(boolean state) {
    active = state;
  }

  /// Deletes a crawl and its folder; returns how many URLs it had.
  synchronized long delete(String name) {
    FrontierCrawl crawl = crawls.remove(normal(name));
    if (crawl == null) {
      return 0;
    }
    long urls = crawl.ask(books -> books.count("", UrlTextFilter.ALL));
    crawl.close();
    try {
      NewFolder.delete(dir.resolve(folder(normal(name))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return urls;
  }

  @Override
  public synchronized void close() {
    crawls.values().forEach(FrontierCrawl::close);
    crawls.clear();
  }
}
