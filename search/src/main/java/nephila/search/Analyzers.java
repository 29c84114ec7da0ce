package nephila.search;

import static java.util.Map.entry;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.DelegatingAnalyzerWrapper;
import org.apache.lucene.analysis.LowerCaseFilter;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.ar.ArabicAnalyzer;
import org.apache.lucene.analysis.bg.BulgarianAnalyzer;
import org.apache.lucene.analysis.ca.CatalanAnalyzer;
import org.apache.lucene.analysis.cjk.CJKAnalyzer;
import org.apache.lucene.analysis.cjk.CJKBigramFilter;
import org.apache.lucene.analysis.cjk.CJKWidthFilter;
import org.apache.lucene.analysis.core.FlattenGraphFilter;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.analysis.cz.CzechAnalyzer;
import org.apache.lucene.analysis.da.DanishAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.el.GreekAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.fa.PersianAnalyzer;
import org.apache.lucene.analysis.fi.FinnishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.hi.HindiAnalyzer;
import org.apache.lucene.analysis.hu.HungarianAnalyzer;
import org.apache.lucene.analysis.id.IndonesianAnalyzer;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.miscellaneous.ASCIIFoldingFilter;
import org.apache.lucene.analysis.miscellaneous.LengthFilter;
import org.apache.lucene.analysis.miscellaneous.WordDelimiterGraphFilter;
import org.apache.lucene.analysis.nl.DutchAnalyzer;
import org.apache.lucene.analysis.no.NorwegianAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.ro.RomanianAnalyzer;
import org.apache.lucene.analysis.ru.RussianAnalyzer;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.sv.SwedishAnalyzer;
import org.apache.lucene.analysis.th.ThaiAnalyzer;
import org.apache.lucene.analysis.tr.TurkishAnalyzer;

/// How text becomes words: one way for words as written, and one a language for their stems.
final class Analyzers extends DelegatingAnalyzerWrapper {
  private static final int LONGEST_WORD = 64;

  private static final Map<String, Supplier<Analyzer>> LANGUAGES =
      Map.ofEntries(
          entry("ar", ArabicAnalyzer::new),
          entry("bg", BulgarianAnalyzer::new),
          entry("ca", CatalanAnalyzer::new),
          entry("cs", CzechAnalyzer::new),
          entry("da", DanishAnalyzer::new),
          entry("de", GermanAnalyzer::new),
          entry("el", GreekAnalyzer::new),
          entry("en", EnglishAnalyzer::new),
          entry("es", SpanishAnalyzer::new),
          entry("fa", PersianAnalyzer::new),
          entry("fi", FinnishAnalyzer::new),
          entry("fr", FrenchAnalyzer::new),
          entry("hi", HindiAnalyzer::new),
          entry("hu", HungarianAnalyzer::new),
          entry("id", IndonesianAnalyzer::new),
          entry("it", ItalianAnalyzer::new),
          entry("ja", CJKAnalyzer::new),
          entry("ko", CJKAnalyzer::new),
          entry("nl", DutchAnalyzer::new),
          entry("no", NorwegianAnalyzer::new),
          entry("pt", PortugueseAnalyzer::new),
          entry("ro", RomanianAnalyzer::new),
          entry("ru", RussianAnalyzer::new),
          entry("sv", SwedishAnalyzer::new),
          entry("th", ThaiAnalyzer::new),
          entry("tr", TurkishAnalyzer::new),
          entry("zh", CJKAnalyzer::new));

  private final Analyzer plain = new Plain();
  private final Analyzer names = new WhitespaceAnalyzer();
  private final Map<String, Analyzer> stemmers = new ConcurrentHashMap<>();

  Analyzers() {
    super(PER_FIELD_REUSE_STRATEGY);
  }

  static boolean knows(String language) {
    return LANGUAGES.containsKey(language);
  }

  @Override
  protected Analyzer getWrappedAnalyzer(String field) {
    if (field.equals(Fields.NAMES)) {
      return names;
    }
    if (!field.startsWith(Fields.STEM) && !field.startsWith(Fields.LEAD)) {
      return plain;
    }
    String language = field.substring(field.indexOf('.') + 1);
    return stemmers.computeIfAbsent(
        language, code -> LANGUAGES.getOrDefault(code, EnglishAnalyzer::new).get());
  }

  /// Words as written: `HashMap` becomes `hashmap hash map`, `java.util` becomes `java.util java
  /// util`.
  private static final class Plain extends Analyzer {
    private static final int SPLIT =
        WordDelimiterGraphFilter.GENERATE_WORD_PARTS
            | WordDelimiterGraphFilter.GENERATE_NUMBER_PARTS
            | WordDelimiterGraphFilter.SPLIT_ON_CASE_CHANGE
            | WordDelimiterGraphFilter.STEM_ENGLISH_POSSESSIVE
            | WordDelimiterGraphFilter.PRESERVE_ORIGINAL;

    @Override
    protected TokenStreamComponents createComponents(String field) {
      Tokenizer words = new StandardTokenizer();
      TokenStream split = new WordDelimiterGraphFilter(words, SPLIT, null);
      split = new FlattenGraphFilter(split);
      split = new CJKWidthFilter(split);
      split = new LowerCaseFilter(split);
      split = new CJKBigramFilter(split);
      split = new ASCIIFoldingFilter(split);
      return new TokenStreamComponents(words, new LengthFilter(split, 1, LONGEST_WORD));
    }

    @Override
    protected TokenStream normalize(String field, TokenStream in) {
      return new ASCIIFoldingFilter(new LowerCaseFilter(in));
    }
  }
}
