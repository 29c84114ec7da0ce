package nephila.cli.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import nephila.cli.Console;
import nephila.search.SearchIndex;
import nephila.search.SearchOptions;
import nephila.search.SearchQuery;
import nephila.search.SearchRanking;
import nephila.search.SearchResult;
import nephila.search.SearchResults;

/// The lists of one query by several rankings, side by side: a user study in small.
final class SearchComparison {
  private static final int WIDTH = 116;

  private final Console console;
  private final boolean json;

  SearchComparison(Console console, boolean json) {
    this.console = console;
    this.json = json;
  }

  void print(
      SearchIndex index, SearchQuery query, SearchOptions options, List<SearchRanking> rankings)
      throws IOException {
    Map<SearchRanking, List<SearchResult>> lists = new LinkedHashMap<>();
    for (SearchRanking ranking : rankings) {
      SearchResults found =
          index.search(query, new SearchOptions(options.offset(), options.limit(), ranking));
      lists.put(ranking, found.results());
    }
    int rows = lists.values().stream().mapToInt(List::size).max().orElse(0);
    if (json) {
      for (int row = 0; row < rows; row++) {
        console.json(line(options.offset(), row, lists));
      }
    } else {
      table(options.offset(), rows, lists);
    }
  }

  private static Map<String, Object> line(
      int offset, int row, Map<SearchRanking, List<SearchResult>> lists) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("place", offset + row + 1);
    lists.forEach(
        (ranking, results) -> {
          if (row < results.size()) {
            SearchResult result = results.get(row);
            Map<String, Object> page = new LinkedHashMap<>();
            page.put("url", result.url());
            page.put("title", result.title());
            page.put("score", result.score());
            line.put(ranking.toString(), page);
          }
        });
    return line;
  }

  private void table(int offset, int rows, Map<SearchRanking, List<SearchResult>> lists) {
    int width = WIDTH / lists.size();
    List<String> head = new ArrayList<>();
    lists.keySet().forEach(ranking -> head.add(ranking.toString()));
    console.out("place  %s", columns(head, width));
    for (int row = 0; row < rows; row++) {
      List<String> titles = new ArrayList<>();
      List<String> urls = new ArrayList<>();
      for (List<SearchResult> results : lists.values()) {
        boolean any = row < results.size();
        String title = any ? SearchVerb.line(results.get(row).title()) : "";
        titles.add(any && title.isEmpty() ? "(no title)" : title);
        urls.add(any ? results.get(row).url() : "");
      }
      console.out("%5d  %s", offset + row + 1, columns(titles, width));
      console.out("       %s", columns(urls, width));
    }
    lists.forEach((ranking, results) -> shared(ranking, results, lists));
  }

  /// How much of a list the first one has too.
  private void shared(
      SearchRanking ranking,
      List<SearchResult> results,
      Map<SearchRanking, List<SearchResult>> lists) {
    Map.Entry<SearchRanking, List<SearchResult>> first = lists.entrySet().iterator().next();
    if (ranking != first.getKey()) {
      Set<String> urls = new HashSet<>();
      first.getValue().forEach(result -> urls.add(result.url()));
      long same = results.stream().filter(result -> urls.contains(result.url())).count();
      int place = 0;
      while (place < Math.min(results.size(), first.getValue().size())
          && results.get(place).url().equals(first.getValue().get(place).url())) {
        place++;
      }
      console.out(
          "%s has %d of the %d of %s; the first %d are in the same places.",
          ranking, same, first.getValue().size(), first.getKey(), place);
    }
  }

  private static String columns(List<String> texts, int width) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < texts.size(); i++) {
      String text = texts.get(i);
      // The end of an address tells more than its beginning.
      String cut =
          text.length() < width
              ? text
              : text.startsWith("http")
                  ? "…" + text.substring(text.length() - width + 2)
                  : text.substring(0, width - 2) + "…";
      line.append(cut);
      line.append(i + 1 < texts.size() ? " ".repeat(Math.max(1, width - cut.length())) : "");
    }
    return line.toString();
  }
}
