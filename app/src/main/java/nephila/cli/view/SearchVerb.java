package nephila.cli.view;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import nephila.UserError;
import nephila.cli.SuggestedCommand;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.search.SearchIndex;
import nephila.search.SearchOptions;
import nephila.search.SearchQuery;
import nephila.search.SearchRanking;
import nephila.search.SearchResult;
import nephila.search.SearchResults;
import nephila.search.Why;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila search`: finds pages of a crawl, by their words and their importance.
@Command(
    name = "search",
    description =
        "Searches a crawl that has an index (crawl --index, or nephila index). Words, \"phrases\","
            + " -without, site:example.org, intitle:word, type:pdf, after:2026-01-31,"
            + " before:2027-01-01.",
    footer = {
      "  nephila search my-crawl hash map          the ten best pages",
      "  nephila search my-crawl '\"hash map\" -tree' --site docs.example.org --explain",
      "  nephila search my-crawl hash map --compare global,local,text",
    })
public final class SearchVerb extends Verb {
  @Parameters(index = "0", paramLabel = "DIR", description = "A crawl dir.")
  Path dir = Path.of(".");

  @Parameters(index = "1..*", arity = "0..*", paramLabel = "WORD", description = "The query.")
  List<String> words = List.of();

  @Option(names = "--site", paramLabel = "SITE", description = "Only pages of this site or host.")
  @Nullable String site;

  @Option(names = "--type", paramLabel = "TYPE", description = "Only this content type, like html.")
  @Nullable String type;

  @Option(names = "--after", paramLabel = "DAY", description = "Read on this day or later.")
  @Nullable String after;

  @Option(names = "--before", paramLabel = "DAY", description = "Read before this day.")
  @Nullable String before;

  @Option(
      names = "--limit",
      paramLabel = "K",
      defaultValue = "10",
      description = "How many to show (usually 10).")
  int limit;

  @Option(
      names = "--offset",
      paramLabel = "K",
      defaultValue = "0",
      description = "How many of the best to pass over.")
  int offset;

  @Option(
      names = "--rank",
      paramLabel = "NAME",
      description =
          "Which importance counts beside the text: global (what the whole web thinks, where"
              + " nephila community has estimated it; usual), local (what the crawl's own pages"
              + " think), text (none).")
  @Nullable String rank;

  @Option(names = "--text-only", description = "The same as --rank text.")
  boolean textOnly;

  @Option(
      names = "--compare",
      paramLabel = "NAMES",
      split = ",",
      description = "Lists by these rankings side by side, as in global,local,text.")
  List<String> compare = List.of();

  @Option(names = "--explain", description = "Why each page has its score.")
  boolean explain;

  @Option(names = "--json", description = "A line of JSON each.")
  boolean json;

  @Override
  public Integer call() throws IOException {
    List<SearchRanking> compared = compared();
    SearchRanking asked = ranking();
    SearchOptions options = WrongUse.typed(() -> SearchOptions.checked(offset, limit, asked));
    SearchQuery query = SearchQuery.parse(typed());
    try (SearchIndex index = Searched.open(dir)) {
      if (rank != null && asked == SearchRanking.GLOBAL
          || compared.contains(SearchRanking.GLOBAL)) {
        mustKnowGlobal(index);
      }
      if (!compared.isEmpty()) {
        new SearchComparison(console(), json).print(index, query, options, compared);
        return DONE;
      }
      SearchResults found = index.search(query, options);
      if (!json) {
        head(found);
      }
      int place = offset;
      for (SearchResult result : found.results()) {
        place++;
        Why why = explain ? index.explain(query, options, result.url()).orElse(null) : null;
        if (json) {
          console().json(line(place, found.ranking(), result, why));
        } else {
          print(place, found.ranking(), result, why);
        }
      }
      return DONE;
    }
  }

  private SearchRanking ranking() {
    if (textOnly && rank != null && !rank.equals("text")) {
      throw new WrongUse("--text-only is --rank text: say one of the two, not --rank " + rank);
    }
    if (rank != null && !compare.isEmpty()) {
      throw new WrongUse("--rank and --compare: say one of the two");
    }
    String named = rank;
    if (named != null) {
      return WrongUse.typed(() -> SearchRanking.named(named));
    }
    return textOnly ? SearchRanking.TEXT : SearchRanking.GLOBAL;
  }

  private List<SearchRanking> compared() {
    List<SearchRanking> rankings =
        WrongUse.typed(() -> compare.stream().map(SearchRanking::named).distinct().toList());
    if (rankings.size() == 1) {
      throw new WrongUse(
          "--compare " + rankings.getFirst() + ": at least two rankings, with commas");
    }
    return rankings;
  }

  private void mustKnowGlobal(SearchIndex index) {
    if (!index.knowsGlobal()) {
      throw new UserError(
          dir
              + ": nobody has estimated what the whole web thinks of these pages; do so with"
              + " nephila community --dir "
              + SuggestedCommand.word(dir)
              + ", or rank by local or text");
    }
  }

  private String typed() {
    StringBuilder typed = new StringBuilder();
    filter(typed, "site", site);
    filter(typed, "type", type);
    filter(typed, "after", day("--after", after));
    filter(typed, "before", day("--before", before));
    return typed.append(String.join(" ", words)).toString();
  }

  /// In a query what is no day is a word; as an option it is a mistake.
  private static @Nullable String day(String option, @Nullable String value) {
    if (value != null && SearchQuery.parse("after:\"" + value + '"').after() == null) {
      throw new WrongUse(option + " " + value + ": is no day; write it like 2026-01-31");
    }
    return value;
  }

  private static void filter(StringBuilder typed, String name, @Nullable String value) {
    if (value != null) {
      typed.append(name).append(":\"").append(value.replace("\"", "")).append("\" ");
    }
  }

  private void head(SearchResults found) {
    console()
        .err(
            "%,d%s pages found.%s",
            found.total(),
            found.totalExact() ? "" : " or more",
            found.corrections().isEmpty()
                ? ""
                : " Not in the crawl: " + String.join(", ", found.corrections()) + ".");
  }

  private void print(int place, SearchRanking ranking, SearchResult result, @Nullable Why why) {
    String title = line(result.title());
    console().out("%3d  %s", place, title.isEmpty() ? "(no title)" : title);
    console().out("     %s", result.url());
    if (!result.snippet().text().isBlank()) {
      console().out("     %s", line(result.snippet().text()));
    }
    console()
        .out(
            "     %s times the mean page%s, read %s",
            times(result.importance()),
            ranking == SearchRanking.GLOBAL ? " in the whole web" : "",
            result.read().toString().substring(0, 10));
    if (why != null) {
      print(why, 7);
    }
  }

  private void print(Why why, int indent) {
    console().out("%s%.4g  %s", " ".repeat(indent), why.value(), line(why.what()));
    why.from().forEach(part -> print(part, indent + 2));
  }

  /// Text from the web on one line that fits somewhere.
  static String line(String text) {
    String flat = text.replaceAll("\\s+", " ").strip();
    return flat.length() <= 400 ? flat : flat.substring(0, 399) + "…";
  }

  private static void known(Map<String, Object> line, String name, double importance) {
    if (importance > 0) {
      line.put(name, importance);
    }
  }

  private static String times(double importance) {
    return String.format(Locale.ROOT, importance >= 10 ? "%.0f" : "%.2g", importance);
  }

  private static Map<String, Object> line(
      int place, SearchRanking ranking, SearchResult result, @Nullable Why why) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("place", place);
    line.put("url", result.url());
    line.put("title", result.title());
    line.put("site", result.site());
    line.put("type", result.type());
    line.put("language", result.language());
    line.put("read", result.read().toString());
    line.put("rank", ranking.toString());
    line.put("importance", result.importance());
    known(line, "global", result.global());
    known(line, "local", result.local());
    line.put("score", result.score());
    line.put("snippet", result.snippet().text());
    line.put(
        "marks",
        result.snippet().marks().stream()
            .map(mark -> List.of(mark[0], mark[1]))
            .collect(Collectors.toList()));
    if (why != null) {
      line.put("why", why);
    }
    return line;
  }
}
