package nephila.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.MultiTerms;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.queries.function.FunctionScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.TotalHits;
import org.apache.lucene.util.BytesRef;

/// One query over one state of the index.
///
/// Importance counts most where several pages are called what was typed, and little where only
/// their text speaks of it: there it would lift the lists that mention everything.
final class Search {
  private static final double TEXT_SHARE = 0.02;

  /// What is read of a page that is found; not its text.
  private static final Set<String> SHOWN =
      Set.of(
          Fields.URL,
          Fields.HASH,
          Fields.SITE,
          Fields.TITLE,
          Fields.TYPE,
          Fields.LANGUAGE,
          Fields.READ);

  private final IndexSearcher searcher;
  private final Analyzers analyzers;
  private final Importance importance;

  Search(IndexSearcher searcher, Analyzers analyzers, Importance importance) {
    this.searcher = searcher;
    this.analyzers = analyzers;
    this.importance = importance;
  }

  SearchResults run(SearchQuery query, SearchOptions options) throws IOException {
    QueryBuilder builder = builder(options);
    Query text = builder.text(query);
    TopDocs found = searcher.search(ranked(text, options), options.offset() + options.limit());
    List<SearchResult> results = results(text, found, options);
    return new SearchResults(
        found.totalHits.value(),
        found.totalHits.relation() == TotalHits.Relation.EQUAL_TO,
        results,
        builder.corrections(),
        importance.possible(options.ranking()));
  }

  Why explain(SearchQuery query, SearchOptions options, int doc) throws IOException {
    Query text = builder(options).text(query);
    return Why.of(searcher.explain(ranked(text, options), doc));
  }

  private QueryBuilder builder(SearchOptions options) throws IOException {
    return new QueryBuilder(
        searcher.getIndexReader(),
        analyzers,
        languages(),
        names -> lifted(names, options.ranking(), 1));
  }

  private Query ranked(Query text, SearchOptions options) {
    return lifted(text, options.ranking(), TEXT_SHARE);
  }

  private Query lifted(Query query, SearchRanking asked, double weight) {
    SearchRanking ranking = importance.possible(asked);
    return ranking == SearchRanking.TEXT
        ? query
        : FunctionScoreQuery.boostByValue(query, new ImportanceBoost(importance, ranking, weight));
  }

  private List<String> languages() throws IOException {
    List<String> languages = new ArrayList<>();
    Terms terms = MultiTerms.getTerms(searcher.getIndexReader(), Fields.LANGUAGE);
    if (terms != null) {
      TermsEnum each = terms.iterator();
      for (BytesRef term = each.next(); term != null; term = each.next()) {
        if (term.length > 0) {
          languages.add(term.utf8ToString());
        }
      }
    }
    return languages;
  }

  private List<SearchResult> results(Query text, TopDocs found, SearchOptions options)
      throws IOException {
    int count = Math.max(0, found.scoreDocs.length - options.offset());
    int[] docs = new int[count];
    for (int i = 0; i < count; i++) {
      docs[i] = found.scoreDocs[options.offset() + i].doc;
    }
    SearchRanking asked =
        options.ranking() == SearchRanking.TEXT ? SearchRanking.GLOBAL : options.ranking();
    SearchRanking shown = importance.possible(asked);
    SearchResult.Snippet[] snippets = new Snippets(searcher, analyzers).of(text, docs);
    List<SearchResult> results = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      ScoreDoc hit = found.scoreDocs[options.offset() + i];
      Document page = searcher.storedFields().document(hit.doc, SHOWN);
      Importance.Of of = importance.of(PageDocument.hash(page));
      results.add(
          new SearchResult(
              page.get(Fields.URL),
              page.get(Fields.SITE),
              page.get(Fields.TITLE),
              page.get(Fields.TYPE),
              page.get(Fields.LANGUAGE),
              PageDocument.read(page),
              of.relative(shown),
              of.global(),
              of.local(),
              hit.score,
              snippets[i]));
    }
    return results;
  }
}
