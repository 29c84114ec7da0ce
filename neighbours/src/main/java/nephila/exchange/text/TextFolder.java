package nephila.exchange.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import nephila.UserError;
import nephila.graph.NewFile;

/// A folder with a Markdown file a page, in folders by host and path, what is known of the page in
/// front of it as YAML. Files whose page says the same are left as they are; those of pages that
/// are no longer there are deleted by [#deleteOthers]. Names are made of letters, digits, `.`, `_`
/// and `-` alone, so that no URL can lead out of the folder.
final class TextFolder {
  private static final int LONGEST = 80;
  private static final int MOST_FOLDERS = 20;

  private final Path folder;
  private final Set<Path> named = new LinkedHashSet<>();
  private long written;

  TextFolder(Path folder) {
    this.folder = folder;
    try {
      Files.createDirectories(folder);
    } catch (FileAlreadyExistsException e) {
      throw new UserError(folder + ": is a file; give a folder, or a name with an ending", e);
    } catch (IOException e) {
      throw NewFile.cannotWrite(folder, e);
    }
  }

  /// Files written so far: new ones, and those whose page says something else than before.
  long written() {
    return written;
  }

  void write(TextRow row) throws IOException {
    Path file = folder.resolve(name(row.url()));
    named.add(file);
    byte[] page = page(row).getBytes(UTF_8);
    if (Files.exists(file) && Arrays.equals(stable(Files.readAllBytes(file)), stable(page))) {
      return;
    }
    Files.createDirectories(file.getParent());
    try (NewFile whole = new NewFile(file)) {
      Files.write(whole.temporary(), page);
      whole.commit();
    } catch (IOException e) {
      throw NewFile.cannotWrite(file, e);
    }
    written++;
  }

  /// The bytes without what changes at every run: importance and rank.
  private static byte[] stable(byte[] page) {
    return new String(page, UTF_8)
        .replaceAll("(?m)^(?:importance|rank|read): .*\n", "")
        .getBytes(UTF_8);
  }

  /// Deletes the Markdown files that were not written or left since this was made. Returns how
  /// many. Only files that begin as ours do are deleted.
  long deleteOthers() throws IOException {
    long[] deleted = {0};
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) all.filter(TextFolder::isOurs)::iterator) {
        if (!named.contains(file)) {
          Files.delete(file);
          deleted[0]++;
        }
      }
    }
    return deleted[0];
  }

  private static boolean isOurs(Path file) {
    if (!file.toString().endsWith(".md") || !Files.isRegularFile(file)) {
      return false;
    }
    try (Stream<String> lines = Files.lines(file)) {
      return lines.limit(2).toList().equals(java.util.List.of("---", "source: nephila"));
    } catch (IOException | java.io.UncheckedIOException e) {
      return false;
    }
  }

  private static String page(TextRow row) {
    StringBuilder page = new StringBuilder("---\nsource: nephila\n");
    field(page, "url", row.url());
    field(page, "title", row.content().title());
    field(page, "canonical", row.content().canonical());
    field(page, "description", row.content().description());
    field(page, "author", row.content().author());
    field(page, "language", row.content().language());
    field(page, "published", row.content().published());
    field(page, "modified", row.content().modified());
    field(page, "read", java.time.Instant.ofEpochMilli(row.readMillis()).toString());
    field(page, "digest", row.digest());
    page.append("importance: ").append(row.importance()).append('\n');
    if (row.rank() > 0) {
      page.append("rank: ").append(row.rank()).append('\n');
    }
    field(page, "wishes", row.wishes());
    return page.append("---\n\n").append(row.content().markdown()).append('\n').toString();
  }

  /// A JSON string is a YAML string too. What Markdown knows is escaped: many a viewer shows the
  /// head of a file as Markdown.
  private static void field(
      StringBuilder page, String name, @org.jspecify.annotations.Nullable String value) {
    if (value != null && !value.isEmpty()) {
      String inert =
          TextRow.json(value)
              .replace("<", "\\u003c")
              .replace(">", "\\u003e")
              .replace("[", "\\u005b")
              .replace("]", "\\u005d");
      page.append(name).append(": ").append(inert).append('\n');
    }
  }

  /// The file of a page within the folder.
  static String name(String url) {
    String rest = url.substring(url.indexOf("://") + 3);
    int query = rest.indexOf('?');
    String path = query < 0 ? rest : rest.substring(0, query);
    boolean index = path.endsWith("/");
    StringBuilder name = new StringBuilder();
    boolean altered = query >= 0;
    String[] parts = path.split("/");
    for (int i = 0; i < parts.length && i < MOST_FOLDERS; i++) {
      if (parts[i].isEmpty()) {
        altered |= i > 0;
        continue;
      }
      String safe = safe(parts[i]);
      altered |= !safe.equals(parts[i]);
      name.append(name.isEmpty() ? "" : "/").append(safe);
    }
    altered |= parts.length > MOST_FOLDERS;
    String last = name.toString();
    if (index || parts.length == 1) {
      last += "/index";
    } else {
      last = last.replaceFirst("[.](?:x?html?|md|txt|pdf)$", "");
      altered |= url.endsWith(".md") || url.endsWith(".txt") || url.endsWith(".pdf");
    }
    return (altered ? last + "-" + TextRow.digest(url).substring(7, 15) : last) + ".md";
  }

  /// Lower case, since some file systems know no other.
  private static String safe(String part) {
    String safe = part.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9._-]", "_");
    safe = safe.replaceAll("^[.]+|[.]+$", "_");
    return safe.length() > LONGEST ? safe.substring(0, LONGEST) : safe.isEmpty() ? "_" : safe;
  }
}
