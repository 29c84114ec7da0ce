package nephila.web;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import nephila.search.SearchIndex;
import nephila.search.SearchOptions;
import nephila.search.SearchQuery;
import nephila.search.SearchRanking;
import nephila.search.SearchResult;
import nephila.search.SearchResults;
import nephila.search.Why;
import org.jspecify.annotations.Nullable;

/// The answers behind the search page: results, explanations, archived copies.
public final class SearchPages {
  /// An archived page runs nothing, reaches nothing, and has an origin of its own.
  private static final String SANDBOX =
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors"
          + " 'self'";

  private static final List<String> SHOWN =
      List.of(
          "text/html",
          "application/xhtml+xml",
          "image/png",
          "image/jpeg",
          "image/gif",
          "image/webp");

  private static final List<String> DATES = List.of("after", "before");
  private static final Pattern DAY = Pattern.compile("\\d{4}(-\\d{2}(-\\d{2})?)?");

  private final @Nullable SearchIndex index;
  private final ArchivedPages archive;

  public SearchPages(@Nullable SearchIndex index, ArchivedPages archive) {
    this.index = index;
    this.archive = archive;
  }

  /// What was found, and how long it took.
  ///
  /// @param rank which importance counted
  /// @param ranks those that can be asked for
  record Found(
      long total,
      boolean totalExact,
      long millis,
      List<Result> results,
      List<String> corrections,
      String rank,
      List<String> ranks) {}

  /// A [SearchResult] as the API shows it.
  record Result(
      String url,
      String site,
      String title,
      String type,
      String language,
      String read,
      double importance,
      double global,
      double local,
      double score,
      SearchResult.Snippet snippet) {
    static Result of(SearchResult found) {
      return new Result(
          found.url(),
          found.site(),
          found.title(),
          found.type(),
          found.language(),
          found.read().toString(),
          found.importance(),
          found.global(),
          found.local(),
          found.score(),
          found.snippet());
    }
  }

  Found results(Parameters parameters) throws IOException {
    long began = System.nanoTime();
    SearchResults found = index().search(query(parameters), options(parameters));
    return new Found(
        found.total(),
        found.totalExact(),
        (System.nanoTime() - began) / 1_000_000,
        found.results().stream().map(Result::of).toList(),
        found.corrections(),
        found.ranking().toString(),
        Arrays.stream(SearchRanking.values())
            .filter(ranking -> ranking != SearchRanking.GLOBAL || index().knowsGlobal())
            .map(SearchRanking::toString)
            .toList());
  }

  Why explain(Parameters parameters) throws IOException {
    return index()
        .explain(query(parameters), options(parameters), parameters.needed("url"))
        .orElseThrow(() -> new Refusal(404, "the index does not hold this page"));
  }

  /// The archived copy itself, for a sandboxed frame.
  void raw(HttpExchange request, Parameters parameters) throws IOException {
    Optional<ArchivedPages.Copy> copy = archive.newest(parameters.needed("url"));
    if (copy.isEmpty()) {
      throw new Refusal(404, "the archive holds no copy of this page");
    }
    byte[] content = copy.get().content();
    Reply.headers(request, shown(copy.get().type()), SANDBOX);
    request.sendResponseHeaders(200, content.length == 0 ? -1 : content.length);
    if (content.length > 0) {
      try (OutputStream out = request.getResponseBody()) {
        out.write(content);
      }
    }
  }

  /// The type under which a copy is shown: pages and pictures as they are, the rest as plain text.
  private static String shown(String type) {
    String bare = type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    boolean harmless = type.chars().allMatch(c -> c >= ' ' && c < 127);
    return SHOWN.contains(bare) && harmless ? type : "text/plain; charset=utf-8";
  }

  private SearchIndex index() {
    if (index == null) {
      throw new Refusal(404, "this crawl has no index; make one with: nephila index DIR");
    }
    return index;
  }

  private static SearchQuery query(Parameters parameters) {
    StringBuilder typed = new StringBuilder(parameters.text("q", ""));
    if (typed.length() > 4000) {
      throw new Refusal(400, "the query is longer than 4000 characters");
    }
    for (String filter : List.of("site", "type", "after", "before")) {
      String value = parameters.text(filter, "").strip();
      if (!value.isEmpty()) {
        if (DATES.contains(filter) && !DAY.matcher(value).matches()) {
          throw new Refusal(400, filter + "=" + value + ": a day like 2026-01-31 is wanted");
        }
        typed.append(' ').append(filter).append(":\"").append(value.replace("\"", "")).append('"');
      }
    }
    return SearchQuery.parse(typed.toString());
  }

  /// `importance` is the best one that is known.
  private SearchOptions options(Parameters parameters) {
    int offset = parameters.whole("offset", 0, 0, 9000);
    int limit = parameters.whole("limit", 10, 1, 100);
    String rank = parameters.text("rank", "importance");
    SearchRanking ranking =
        switch (rank) {
          case "importance", "global" -> SearchRanking.GLOBAL;
          case "local" -> SearchRanking.LOCAL;
          case "text" -> SearchRanking.TEXT;
          default ->
              throw new Refusal(
                  400, "rank=" + rank + ": global, local, text or importance is wanted");
        };
    if (rank.equals("global") && !index().knowsGlobal()) {
      throw new Refusal(
          400, "rank=global: not known for this crawl; nephila community estimates it");
    }
    return new SearchOptions(offset, limit, ranking);
  }
}
