package nephila.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchIndexTest {
  @TempDir Path folder;
  private SearchIndex index;
  private final Importance.Builder importance = new Importance.Builder(10);

  @BeforeEach
  void indexLittleWeb() throws IOException {
    index = SearchIndex.open(folder);
    put("http://a.test/map.html", "HashMap", "en", "A table of keys. Hashing spreads entries.", 1);
    put(
        "http://a.test/tree.html",
        "TreeMap",
        "en",
        "A sorted table of keys, as red black tree.",
        1);
    put("http://b.test/spinne", "Die Spinne", "de", "Die Spinnen weben goldene Netze.", 1);
    put("http://b.test/ja", "蜘蛛", "ja", "蜘蛛は金色の網を張る", 1);
    put("http://www.c.test/old", "Table manners", "en", "How to behave at a table.", 1);
    put("http://www.c.test/new", "Table manners", "en", "How to behave at a table.", 100);
    index.importance(importance.build());
    index.commit(Map.of("place", "here"));
  }

  @AfterEach
  void closeIndex() throws IOException {
    index.close();
  }

  private void put(String url, String title, String language, String text, double relative)
      throws IOException {
    Instant read = Instant.parse("2026-11-15T00:00:00Z");
    importance.local(url.hashCode(), relative);
    index.put(page(url, title, language, text, read));
  }

  private static IndexedText page(
      String url, String title, String language, String text, Instant read) {
    return new IndexedText(
        url, url.hashCode(), "test", title, "", text, language, "text/html", read, "a.warc.gz:7");
  }

  private List<String> urls(String typed) throws IOException {
    return index.search(SearchQuery.parse(typed), SearchOptions.first(10)).results().stream()
        .map(SearchResult::url)
        .toList();
  }

  @Test
  void aNameIsFoundWholeInPartsAndInAnyCase() throws IOException {
    for (String typed : List.of("HashMap", "hashmap", "hash map", "HASHMAP")) {
      assertEquals("http://a.test/map.html", urls(typed).getFirst(), typed);
    }
  }

  @Test
  void aMisspeltWordFindsItsNeighbourAndSaysSo() throws IOException {
    SearchResults results = index.search(SearchQuery.parse("HahsMap"), SearchOptions.first(10));
    assertEquals("http://a.test/map.html", results.results().getFirst().url());
    assertTrue(results.corrections().contains("hahsmap → hashmap"), "" + results.corrections());
  }

  @Test
  void stemsOfTheLanguageMatch() throws IOException {
    assertTrue(urls("spread entry").contains("http://a.test/map.html"));
    assertTrue(urls("goldenes Netz").contains("http://b.test/spinne"));
    assertTrue(urls("金色").contains("http://b.test/ja"));
  }

  @Test
  void amongEqualTextsTheImportantPageComesFirst() throws IOException {
    assertEquals(List.of("http://www.c.test/new", "http://www.c.test/old"), urls("manners"));
    importance.local("http://www.c.test/old".hashCode(), 10_000);
    index.importance(importance.build());
    assertEquals(List.of("http://www.c.test/old", "http://www.c.test/new"), urls("manners"));
    importance.global("http://www.c.test/new".hashCode(), 100_000);
    index.importance(importance.build());
    assertEquals(List.of("http://www.c.test/new", "http://www.c.test/old"), urls("manners"));
  }

  @Test
  void theThreeRankingsDifferWhereTheyShouldAndSayWhichOneCounted() throws IOException {
    assertEquals(
        SearchRanking.LOCAL, ranked(SearchRanking.GLOBAL).ranking(), "nothing global is known");
    importance.global("http://www.c.test/old".hashCode(), 50);
    index.importance(importance.build());
    SearchResults global = ranked(SearchRanking.GLOBAL);
    assertEquals(SearchRanking.GLOBAL, global.ranking());
    assertEquals("http://www.c.test/old", global.results().getFirst().url());
    assertEquals(50, global.results().getFirst().importance());
    SearchResults local = ranked(SearchRanking.LOCAL);
    assertEquals("http://www.c.test/new", local.results().getFirst().url());
    assertEquals(100, local.results().getFirst().importance());
    SearchResults text = ranked(SearchRanking.TEXT);
    assertEquals(SearchRanking.TEXT, text.ranking());
    assertEquals(text.results().get(0).score(), text.results().get(1).score());
  }

  private SearchResults ranked(SearchRanking ranking) throws IOException {
    return index.search(SearchQuery.parse("manners"), new SearchOptions(0, 10, ranking));
  }

  @Test
  void aPageIsFoundByWhatOthersCallIt() throws IOException {
    assertEquals(List.of(), urls("dictionary"));
    long from = "http://b.test/spinne".hashCode();
    long to = "http://a.test/map.html".hashCode();
    index.putLinks(from, List.of(new LinkText(to, "a dictionary"), new LinkText(from, "myself")));
    assertEquals(1, index.takeNewAnchors());
    index.refresh();
    assertEquals(List.of("http://a.test/map.html"), urls("dictionary"));
    assertEquals(0, index.takeNewAnchors());
    index.putLinks(from, List.of());
    assertEquals(1, index.takeNewAnchors());
    index.refresh();
    assertEquals(List.of(), urls("dictionary"));
  }

  @Test
  void whatWasCommittedIsThereAgainWithItsNotes() throws IOException {
    index.close();
    index = SearchIndex.open(folder);
    assertEquals("here", index.note("place").orElseThrow());
    assertEquals(6, index.pages());
    assertEquals("a.warc.gz:7", index.place("http://b.test/ja").orElseThrow());
  }

  @Test
  void filtersLimitPhrasesAreRequiredAndMinusExcludes() throws IOException {
    assertEquals(2, urls("table site:c.test").size());
    assertEquals(2, urls("table site:www.c.test").size());
    assertEquals(0, urls("table site:d.test").size());
    assertEquals(List.of("http://a.test/tree.html"), urls("\"red black\""));
    assertEquals(List.of(), urls("\"black red\""));
    assertFalse(urls("table -sorted").contains("http://a.test/tree.html"));
    assertEquals(0, urls("table after:2026-11-16").size());
    assertEquals(4, urls("table before:2026-11-16 type:html").size());
    assertEquals(0, urls("table type:application/pdf").size());
  }

  @Test
  void aSnippetMarksWhatMatched() throws IOException {
    SearchResult result =
        index.search(SearchQuery.parse("sorted"), SearchOptions.first(1)).results().getFirst();
    int[] mark = result.snippet().marks().getFirst();
    assertEquals("sorted", result.snippet().text().substring(mark[0], mark[1]));
  }

  @Test
  void anExplanationNamesTextAndImportance() throws IOException {
    Why why =
        index
            .explain(SearchQuery.parse("manners"), SearchOptions.first(1), "http://www.c.test/new")
            .orElseThrow();
    assertTrue(why.toString().contains("importance: 100 times the mean page"), why.toString());
  }

  @Test
  void anythingTypedIsAQuery() throws IOException {
    for (String typed :
        List.of(
            "",
            "\"",
            "-",
            "site:",
            "((",
            "a\u0000b",
            "\"\" -\"\" **",
            "\ud800",
            ":::",
            "after:x",
            "after:+999999999-01-01")) {
      index.search(SearchQuery.parse(typed), SearchOptions.first(10));
    }
  }
}
