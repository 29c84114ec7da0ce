package nephila.notices;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import nephila.UserError;
import nephila.archive.ArchivedPage;
import nephila.fetch.Content;
import nephila.fetch.Exchange;
import nephila.links.PageText;
import nephila.store.record.UrlHash;
import nephila.url.BadUrl;
import nephila.url.CanonicalUrl;

/// Pages that are watched: what each said when it was read last, and whether it was there.
final class WatchedPages {
  private static final String DEAD = "dead";

  /// By URL; empty where it was not read yet.
  private final Map<String, String> states = new HashMap<>();

  /// @param file URLs, one a line, `#` for comments
  static WatchedPages read(Path file) {
    WatchedPages watched = new WatchedPages();
    try {
      int number = 0;
      for (String line : Files.readAllLines(file)) {
        number++;
        String url = line.strip().split("\\s", 2)[0];
        if (url.isEmpty() || url.startsWith("#")) {
          continue;
        }
        switch (CanonicalUrl.parse(url)) {
          case CanonicalUrl good -> watched.states.put(good.text(), "");
          case BadUrl bad ->
              throw UserError.atLine(
                  file.toString(), number, "'" + url + "' is no URL of a page; write one a line");
        }
      }
    } catch (IOException e) {
      throw new UserError(file + ": cannot be read as a list of URLs", e);
    }
    if (watched.states.isEmpty()) {
      throw new UserError(file + ": names no page to watch; write a URL a line");
    }
    return watched;
  }

  /// Takes back what [#toString] wrote.
  void resume(String note) {
    for (String line : note.split("\n")) {
      String[] parts = line.split("\t");
      if (parts.length == 2 && states.containsKey(parts[0])) {
        states.put(parts[0], parts[1]);
      }
    }
  }

  /// What an answer means for the watched pages.
  List<Notice> of(ArchivedPage page) {
    List<Notice> notices = new ArrayList<>();
    if (!(CanonicalUrl.parse(page.url()) instanceof CanonicalUrl url)) {
      return notices;
    }
    String before = states.get(url.text());
    if (before == null || page.revisit() || page.status() >= 500 || page.status() == 429) {
      return notices;
    }
    boolean dead = page.status() == 404 || page.status() == 410 || page.missing();
    String now = dead ? DEAD : page.status() == 200 ? digest(page) : "status " + page.status();
    if (!before.isEmpty() && !before.equals(now)) {
      Notice.Kind kind = dead ? Notice.Kind.DIED : Notice.Kind.CHANGED;
      long at = page.date().toEpochMilli();
      Map<String, Object> facts = new java.util.LinkedHashMap<>();
      facts.put("status", page.status());
      if (before.equals(DEAD)) {
        facts.put("wasDead", true);
      }
      notices.add(new Notice(kind, url.text() + " " + at, at, url.text(), facts));
    }
    states.put(url.text(), now);
    return notices;
  }

  private static String digest(ArchivedPage page) {
    Exchange exchange = page.exchange();
    if (exchange == null) {
      return "";
    }
    Content content = exchange.content();
    String type = exchange.headers().first("Content-Type");
    String text =
        page.mime().equals("text/html")
            ? PageText.of(content.array(), content.offset(), content.length(), type).text()
            : new String(content.bytes(), java.nio.charset.StandardCharsets.ISO_8859_1);
    return String.format(Locale.ROOT, "%016x", UrlHash.of(text));
  }

  @Override
  public String toString() {
    StringBuilder note = new StringBuilder();
    states.forEach(
        (url, state) -> {
          if (!state.isEmpty()) {
            note.append(url).append('\t').append(state).append('\n');
          }
        });
    return note.toString();
  }
}
