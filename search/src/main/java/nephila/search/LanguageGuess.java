package nephila.search;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.lucene.analysis.CharArraySet;
import org.apache.lucene.analysis.da.DanishAnalyzer;
import org.apache.lucene.analysis.de.GermanAnalyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.es.SpanishAnalyzer;
import org.apache.lucene.analysis.fi.FinnishAnalyzer;
import org.apache.lucene.analysis.fr.FrenchAnalyzer;
import org.apache.lucene.analysis.it.ItalianAnalyzer;
import org.apache.lucene.analysis.nl.DutchAnalyzer;
import org.apache.lucene.analysis.no.NorwegianAnalyzer;
import org.apache.lucene.analysis.pt.PortugueseAnalyzer;
import org.apache.lucene.analysis.ru.RussianAnalyzer;
import org.apache.lucene.analysis.sv.SwedishAnalyzer;

/// The language of a text that does not name one: whose small words it uses most. No answer is
/// better than a wrong one.
final class LanguageGuess {
  private static final int WORDS = 400;
  private static final double LEAST = 0.15;

  private static final Map<String, CharArraySet> SMALL_WORDS = new LinkedHashMap<>();

  static {
    SMALL_WORDS.put("en", EnglishAnalyzer.getDefaultStopSet());
    SMALL_WORDS.put("de", GermanAnalyzer.getDefaultStopSet());
    SMALL_WORDS.put("fr", FrenchAnalyzer.getDefaultStopSet());
    SMALL_WORDS.put("es", SpanishAnalyzer.getDefaultStopSet());
    SMALL_WORDS.put("it", ItalianAnalyzer.getDefaultStopSet());
    SMALL_WORDS.put("nl", DutchAnalyzer.getDefaultStopSet());
    SMALL_WORDS.put("pt", PortugueseAnalyzer.getDefaultStopSet());
    SMALL_WORDS.put("ru", RussianAnalyzer.getDefaultStopSet());
    SMALL_WORDS.put("sv", SwedishAnalyzer.getDefaultStopSet());
    SMALL_WORDS.put("da", DanishAnalyzer.getDefaultStopSet());
    SMALL_WORDS.put("no", NorwegianAnalyzer.getDefaultStopSet());
    SMALL_WORDS.put("fi", FinnishAnalyzer.getDefaultStopSet());
  }

  private LanguageGuess() {}

  /// Two letters, or nothing where no language stands out.
  static String of(String text) {
    String start = text.substring(0, Math.min(text.length(), 8 * WORDS)).toLowerCase(Locale.ROOT);
    String[] words = start.split("[^\\p{L}']+");
    String best = "";
    int most = 0;
    int second = 0;
    for (Map.Entry<String, CharArraySet> language : SMALL_WORDS.entrySet()) {
      int count = 0;
      for (String word : words) {
        count += language.getValue().contains(word) ? 1 : 0;
      }
      if (count > most) {
        second = most;
        most = count;
        best = language.getKey();
      } else {
        second = Math.max(second, count);
      }
    }
    return most >= 3 && most >= LEAST * words.length && most > second ? best : "";
  }
}
