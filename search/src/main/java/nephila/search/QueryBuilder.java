package nephila.search;

import java.io.IOException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.BoostQuery;
import org.apache.lucene.search.CombinedFieldQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.PrefixQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.TermQuery;

/// Turns a [SearchQuery] into a Lucene query over one reader.
///
/// A word matches as written in any field (BM25F over title, headings, anchors, address and text),
/// by its stem in the languages of the index, by its parts (`HashMap` as `hash map`), or, where the
/// index does not hold it, by its nearest correction. Of few words most must match, of a sentence a
/// third; words that stand in the beginning of a page or together as typed count more, and most if
/// a page is called so.
final class QueryBuilder {
  private static final float STEM_WEIGHT = 0.7f;
  private static final float PARTS_WEIGHT = 0.6f;
  private static final float TITLE_PHRASE_WEIGHT = 1f;
  private static final float TEXT_PHRASE_WEIGHT = 1f;
  private static final int PHRASE_SLOP = 2;
  private static final int NAME_WORDS = 4;

  /// In longer queries words that are on most pages are left out, unless they stand in a phrase.
  private static final int FEW_WORDS = 3;

  private static final double EVERYWHERE = 0.4;
  private static final double JOINING = 0.02;
  private static final float LEAD_WEIGHT = 1.2f;
  private static final float FEW_LEAD_WEIGHT = 0.4f;
  private static final float PAIR_WEIGHT = 0.5f;
  private static final int PAIR_SLOP = 2;

  private final IndexReader reader;
  private final Analyzer analyzer;
  private final List<String> languages;
  private final UnaryOperator<Query> byImportance;
  private final List<String> corrections = new ArrayList<>();

  /// @param byImportance lifts the important ones among the pages that are called what was typed
  QueryBuilder(
      IndexReader reader,
      Analyzer analyzer,
      List<String> languages,
      UnaryOperator<Query> byImportance) {
    this.byImportance = byImportance;
    this.reader = reader;
    this.analyzer = analyzer;
    this.languages = languages;
  }

  /// The words that were not in the index and what was searched for instead: `wrod → word`.
  List<String> corrections() {
    return corrections;
  }

  Query text(SearchQuery query) throws IOException {
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    BooleanQuery.Builder words = new BooleanQuery.Builder();
    List<String> plain = new ArrayList<>();
    List<String> meant = new ArrayList<>();
    List<String> telling = new ArrayList<>();
    boolean few = query.words().size() <= FEW_WORDS;
    int count = 0;
    for (String typed : query.words()) {
      List<String> tokens = tokens(Fields.TEXT, typed);
      if (!tokens.isEmpty()) {
        List<Corrections.Candidate> near = nearest(typed, tokens);
        plain.add(tokens.getFirst());
        meant.add(near.isEmpty() ? tokens.getFirst() : near.getFirst().word());
        if (few || !tellsNothing(typed, tokens)) {
          words.add(word(typed, tokens, near, few), Occur.SHOULD);
          telling.add(near.isEmpty() ? typed : near.getFirst().word());
          count++;
        }
      }
    }
    if (count > 0) {
      words.setMinimumNumberShouldMatch(mustMatch(count));
      all.add(words.build(), Occur.MUST);
    }
    names(meant, all);
    if (!telling.isEmpty()) {
      beginnings(telling, few ? FEW_LEAD_WEIGHT : LEAD_WEIGHT, all);
    }
    if (plain.size() > 1) {
      all.add(
          new BoostQuery(phrase(Fields.TITLE, plain, PHRASE_SLOP), TITLE_PHRASE_WEIGHT),
          Occur.SHOULD);
      all.add(
          new BoostQuery(phrase(Fields.TEXT, plain, PHRASE_SLOP), TEXT_PHRASE_WEIGHT),
          Occur.SHOULD);
    }
    for (String phrase : query.phrases()) {
      addPhrase(phrase, Fields.PLAIN, all, Occur.MUST);
    }
    for (String word : query.titleWords()) {
      addPhrase(word, new String[] {Fields.TITLE}, all, Occur.MUST);
    }
    for (String word : query.without()) {
      addPhrase(word, Fields.PLAIN, all, Occur.MUST_NOT);
    }
    boolean onlyCommonWords = count == 0 && !plain.isEmpty();
    if (query.empty() || onlyCommonWords) {
      all.add(new MatchAllDocsQuery(), Occur.MUST);
    }
    filters(query, all);
    return all.build();
  }

  /// How many of so many words a page must hold. Who writes a sentence describes a page in words of
  /// his own: few of them need to be there, and BM25 sees to it that more are better.
  private static int mustMatch(int words) {
    return words <= 2 ? words : words == 3 ? 2 : Math.max(2, (int) Math.ceil(words * 0.3));
  }

  /// The same words in the beginning of a page, and neighbours that are neighbours there.
  private void beginnings(List<String> words, float weight, BooleanQuery.Builder all)
      throws IOException {
    for (String language : languages) {
      String field = Fields.LEAD + language;
      String before = "";
      for (String word : words) {
        List<String> stems = tokens(field, word);
        String stem = stems.isEmpty() ? "" : stems.getFirst();
        if (!stem.isEmpty() && reader.docFreq(new Term(field, stem)) > 0) {
          all.add(new BoostQuery(new TermQuery(new Term(field, stem)), weight), Occur.SHOULD);
          if (!before.isEmpty()) {
            Query pair = new PhraseQuery(PAIR_SLOP, field, before, stem);
            all.add(new BoostQuery(pair, weight * PAIR_WEIGHT), Occur.SHOULD);
          }
          before = stem;
        }
      }
    }
  }

  private void filters(SearchQuery query, BooleanQuery.Builder all) {
    any(Fields.SITES, query.sites(), all);
    if (!query.types().isEmpty()) {
      BooleanQuery.Builder types = new BooleanQuery.Builder();
      query
          .types()
          .forEach(
              type -> {
                types.add(new PrefixQuery(new Term(Fields.TYPE, type)), Occur.SHOULD);
                types.add(new TermQuery(new Term(Fields.TYPE, "*/" + type)), Occur.SHOULD);
              });
      all.add(types.build(), Occur.FILTER);
    }
    if (query.after() != null || query.before() != null) {
      long from = query.after() == null ? Long.MIN_VALUE : millis(query.after());
      long to = query.before() == null ? Long.MAX_VALUE : millis(query.before()) - 1;
      all.add(LongPoint.newRangeQuery(Fields.READ, from, to), Occur.FILTER);
    }
  }

  private static void any(String field, List<String> values, BooleanQuery.Builder all) {
    if (!values.isEmpty()) {
      BooleanQuery.Builder any = new BooleanQuery.Builder();
      values.forEach(value -> any.add(new TermQuery(new Term(field, value)), Occur.SHOULD));
      all.add(any.build(), Occur.FILTER);
    }
  }

  private static long millis(LocalDate day) {
    return day.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
  }

  /// Whether a word tells nothing among others: so many pages hold it, or many do and every
  /// language of the index drops it as a word that only joins others.
  private boolean tellsNothing(String typed, List<String> tokens) throws IOException {
    double pages = reader.docFreq(new Term(Fields.TEXT, tokens.getFirst()));
    if (pages > reader.numDocs() * EVERYWHERE) {
      return true;
    }
    boolean joins = !languages.isEmpty();
    for (String language : languages) {
      joins &= tokens(Fields.STEM + language, typed).isEmpty();
    }
    return joins && pages > reader.numDocs() * JOINING;
  }

  /// What the page is called as a whole: words that stand together as typed, written as one.
  private void names(List<String> words, BooleanQuery.Builder all) throws IOException {
    int chars = words.stream().mapToInt(String::length).sum();
    List<Query> ways = new ArrayList<>();
    for (int from = 0; from < words.size(); from++) {
      for (int to = from + 1; to <= Math.min(words.size(), from + NAME_WORDS); to++) {
        String name = Names.joined(String.join("", words.subList(from, to)));
        Term term = new Term(Fields.NAMES, name);
        if (!name.isEmpty() && reader.docFreq(term) > 0) {
          double share = (double) name.length() / Math.max(1, chars);
          double rare = Math.log(1 + (double) reader.numDocs() / reader.docFreq(term));
          Query called = new ConstantScoreQuery(new TermQuery(term));
          ways.add(new BoostQuery(called, (float) (share * rare)));
        }
      }
    }
    if (!ways.isEmpty()) {
      all.add(byImportance.apply(new DisjunctionMaxQuery(ways, 0.1f)), Occur.SHOULD);
    }
  }

  /// The nearest words of the index where it does not hold the one typed.
  private List<Corrections.Candidate> nearest(String typed, List<String> tokens)
      throws IOException {
    String whole = tokens.getFirst();
    if (pages(whole) > 0 || (tokens.size() == 1 && !stems(typed).isEmpty())) {
      return List.of();
    }
    List<Corrections.Candidate> near = Corrections.of(reader, whole);
    near.forEach(candidate -> corrections.add(whole + " \u2192 " + candidate.word()));
    return near;
  }

  private List<Query> stems(String typed) throws IOException {
    List<Query> stems = new ArrayList<>();
    for (String language : languages) {
      String field = Fields.STEM + language;
      for (String stem : tokens(field, typed)) {
        if (reader.docFreq(new Term(field, stem)) > 0) {
          stems.add(new BoostQuery(new TermQuery(new Term(field, stem)), STEM_WEIGHT));
        }
      }
    }
    return stems;
  }

  /// @param few whether the words probably name the page
  private Query word(
      String typed, List<String> tokens, List<Corrections.Candidate> near, boolean few)
      throws IOException {
    float[] weights = few ? Fields.PLAIN_WEIGHTS : Fields.SENTENCE_WEIGHTS;
    String whole = tokens.getFirst();
    List<Query> ways = new ArrayList<>();
    if (pages(whole) > 0) {
      ways.add(asWritten(whole, weights));
    }
    ways.addAll(stems(typed));
    if (tokens.size() > 1) {
      ways.add(new BoostQuery(parts(tokens.subList(1, tokens.size()), weights), PARTS_WEIGHT));
    }
    for (Corrections.Candidate candidate : near) {
      ways.add(new BoostQuery(asWritten(candidate.word(), weights), candidate.similarity()));
    }
    return ways.isEmpty() ? asWritten(whole, weights) : new DisjunctionMaxQuery(ways, 0.1f);
  }

  private static Query parts(List<String> parts, float[] weights) {
    BooleanQuery.Builder all = new BooleanQuery.Builder();
    parts.forEach(part -> all.add(asWritten(part, weights), Occur.MUST));
    return all.build();
  }

  private long pages(String word) throws IOException {
    long pages = 0;
    for (String field : Fields.PLAIN) {
      pages += reader.docFreq(new Term(field, word));
    }
    return pages;
  }

  private static Query asWritten(String word, float[] weights) {
    CombinedFieldQuery.Builder combined = new CombinedFieldQuery.Builder(word);
    for (int i = 0; i < Fields.PLAIN.length; i++) {
      combined.addField(Fields.PLAIN[i], weights[i]);
    }
    return combined.build();
  }

  /// A phrase in any of the fields. A word that was split in the index (`HashMap`) takes several
  /// places there: the phrase allows for them.
  private void addPhrase(String typed, String[] fields, BooleanQuery.Builder to, Occur occur)
      throws IOException {
    List<String> words = new ArrayList<>();
    int slop = 0;
    for (String word : typed.split("\\s+")) {
      List<String> tokens = tokens(Fields.TEXT, word);
      if (!tokens.isEmpty()) {
        words.add(tokens.getFirst());
        slop += Math.max(0, tokens.size() - 2);
      }
    }
    if (!words.isEmpty()) {
      List<Query> ways = new ArrayList<>();
      for (String field : fields) {
        ways.add(phrase(field, words, slop));
      }
      to.add(new DisjunctionMaxQuery(ways, 0.1f), occur);
    }
  }

  private static Query phrase(String field, List<String> words, int slop) {
    return new PhraseQuery(slop, field, words.toArray(String[]::new));
  }

  /// The tokens of `typed`, distinct, the whole word first.
  private List<String> tokens(String field, String typed) throws IOException {
    Set<String> tokens = new LinkedHashSet<>();
    try (TokenStream stream = analyzer.tokenStream(field, typed)) {
      CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        tokens.add(term.toString());
      }
      stream.end();
    }
    return List.copyOf(tokens);
  }
}
