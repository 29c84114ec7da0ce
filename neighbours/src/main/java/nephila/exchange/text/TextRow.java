package nephila.exchange.text;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import nephila.tables.Column;
import nephila.text.CleanText;
import nephila.text.PageContent;
import org.jspecify.annotations.Nullable;

/// A page and what it says, with what the crawl knows of it.
///
/// @param readMillis when it was read
/// @param rank among all known pages by importance, the first is 1; 0 where it is not known
/// @param wishes what the site asks of those who use the page, or empty
public record TextRow(
    String url,
    String site,
    String mime,
    long readMillis,
    double importance,
    long rank,
    String wishes,
    PageContent content) {
  static final List<Column> COLUMNS =
      List.of(
          Column.text("url"),
          Column.text("canonical"),
          Column.text("site"),
          Column.text("title"),
          Column.text("description"),
          Column.text("author"),
          Column.text("language"),
          Column.text("mime"),
          Column.time("read"),
          Column.text("published"),
          Column.text("modified"),
          Column.text("digest"),
          Column.real("importance"),
          Column.whole("rank"),
          Column.whole("words"),
          Column.json("headings"),
          Column.text("markdown"),
          Column.text("text"),
          Column.json("links"),
          Column.json("openGraph"),
          Column.json("jsonLd"),
          Column.json("microdata"),
          Column.text("wishes"));

  static final List<Column> CHUNK_COLUMNS =
      List.of(
          Column.text("id"),
          Column.text("url"),
          Column.text("title"),
          Column.text("language"),
          Column.whole("chunk"),
          Column.json("path"),
          Column.text("markdown"),
          Column.text("text"),
          Column.whole("words"),
          Column.time("read"),
          Column.text("digest"),
          Column.real("importance"),
          Column.whole("rank"),
          Column.text("wishes"));

  /// Of the text, not of the bytes: a page whose frame alone has changed is the same.
  String digest() {
    return digest(content.title() + "\n" + content.markdown());
  }

  static String digest(String text) {
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      byte[] hash = sha.digest(text.getBytes(StandardCharsets.UTF_8));
      return "sha256:" + HexFormat.of().formatHex(hash, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  @Nullable Object[] cells() {
    String text = content.text();
    return new @Nullable Object[] {
      url,
      content.canonical(),
      site,
      orNull(content.title()),
      orNull(content.description()),
      orNull(content.author()),
      orNull(content.language()),
      mime,
      readMillis,
      orNull(content.published()),
      orNull(content.modified()),
      digest(),
      importance,
      rank == 0 ? null : (Object) rank,
      (long) TextChunks.words(text),
      json(content.headings()),
      content.markdown(),
      text,
      json(content.links()),
      content.openGraph().isEmpty() ? null : json(content.openGraph()),
      jsonLd(),
      orNull(content.microdata()),
      orNull(wishes)
    };
  }

  List<@Nullable Object[]> chunkCells(int words) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    long number = 0;
    String digest = digest();
    for (TextChunks.Chunk chunk : TextChunks.of(content.sections(), words)) {
      number++;
      rows.add(
          new @Nullable Object[] {
            url + "#chunk=" + number,
            url,
            orNull(content.title()),
            orNull(content.language()),
            number,
            json(chunk.path()),
            chunk.markdown(),
            chunk.text(),
            (long) TextChunks.words(chunk.text()),
            readMillis,
            digest,
            importance,
            rank == 0 ? null : (Object) rank,
            orNull(wishes)
          });
    }
    return rows;
  }

  /// Scripts that are JSON, as one array; others are left out.
  private @Nullable String jsonLd() {
    List<Object> values = new ArrayList<>();
    for (String script : content.jsonLd()) {
      try {
        values.add(JSON.std.anyFrom(script));
      } catch (IOException | RuntimeException | StackOverflowError e) {
        // Broken JSON-LD is common, and says nothing.
        continue;
      }
    }
    try {
      return values.isEmpty() ? null : json(values);
    } catch (RuntimeException | StackOverflowError e) {
      return null;
    }
  }

  static String json(Object value) {
    try {
      String json = JSON.std.asString(value);
      // Half characters that JSON can hide in escapes come out whole or not at all.
      return CleanText.of(json);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }
}
