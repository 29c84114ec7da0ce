package nephila.topic;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The words of a text, each as a number below [#SIZE] and how much it weighs there: a word counts
/// with `weight · (1 + ln count)`, once for every kind of text it stands in.
///
/// A word is a run of letters and digits in lower case; names in camel case count as their parts
/// too, and of scripts that write no spaces every two letters are one. So it needs no language.
/// Linear in the length of the text, of which at most [#LONGEST] characters are looked at. Not
/// thread-safe.
public final class WordBag {
  /// How many numbers words have; two words share one at times.
  public static final int SIZE = 1 << 18;

  static final int LONGEST = 60_000;

  private static final int MOST = 600;
  private static final int LONGEST_WORD = 40;

  /// What a word is shown with, by its kind: around a link, in an address, in the name of a host.
  private static final String[] MARKS = {"", "~", "/", "@"};

  private final Map<Integer, Entry> entries = new HashMap<>();
  private final @Nullable Map<Integer, String> words;

  private static final class Entry {
    private int count;
    private float weight;
  }

  private WordBag(boolean remembers) {
    this.words = remembers ? new HashMap<>() : null;
  }

  /// A bag that knows words by their numbers alone.
  public static WordBag empty() {
    return new WordBag(false);
  }

  /// A bag that can also say which words it holds.
  public static WordBag remembering() {
    return new WordBag(true);
  }

  /// Adds the words of a text.
  ///
  /// @param kind what keeps words of this text apart from the same words elsewhere; 0 for the usual
  public WordBag add(String text, int kind, float weight) {
    int length = Math.min(text.length(), LONGEST);
    int start = -1;
    int partStart = -1;
    for (int i = 0; i <= length; i++) {
      char c = i < length ? text.charAt(i) : ' ';
      boolean in = Character.isLetterOrDigit(c);
      if (in && isDense(c)) {
        if (start >= 0) {
          word(text, start, partStart, i, kind, weight);
          start = -1;
        }
        if (i + 1 < length && isDense(text.charAt(i + 1))) {
          count(text.substring(i, i + 2), kind, weight);
        }
      } else if (in && start < 0) {
        start = i;
        partStart = i;
      } else if (in && newPart(text, i)) {
        part(text, partStart, i, kind, weight);
        partStart = i;
      } else if (!in && start >= 0) {
        word(text, start, partStart, i, kind, weight);
        start = -1;
      }
    }
    return this;
  }

  /// Whether a name goes on with another word here: `HashMap`, `HTTPServer`, `http2`.
  private static boolean newPart(String text, int at) {
    char before = text.charAt(at - 1);
    char c = text.charAt(at);
    if (Character.isUpperCase(c)) {
      boolean lowerNext = at + 1 < text.length() && Character.isLowerCase(text.charAt(at + 1));
      return Character.isLowerCase(before) || Character.isUpperCase(before) && lowerNext;
    }
    return false;
  }

  private static boolean isDense(char c) {
    return c >= '\u2E80'
        && (Character.isIdeographic(c) || c >= '\u3040' && c <= '\u30FF' || c == '\u3005');
  }

  private void word(String text, int start, int partStart, int end, int kind, float weight) {
    if (partStart > start) {
      part(text, partStart, end, kind, weight);
    }
    part(text, start, end, kind, weight);
  }

  private void part(String text, int start, int end, int kind, float weight) {
    if (end - start >= 2 && end - start <= LONGEST_WORD) {
      count(text.substring(start, end).toLowerCase(Locale.ROOT), kind, weight);
    }
  }

  private void count(String word, int kind, float weight) {
    int number = number(word, kind);
    Entry entry = entries.computeIfAbsent(number, any -> new Entry());
    entry.count++;
    entry.weight = Math.max(entry.weight, weight);
    if (words != null) {
      words.putIfAbsent(number, MARKS[kind] + word);
    }
  }

  static int number(String word, int kind) {
    int hash = word.hashCode() * 0x9E3779B9 + kind * 0x85EBCA6B;
    hash ^= hash >>> 15;
    hash *= 0x2C1B3C6D;
    hash ^= hash >>> 12;
    return hash & SIZE - 1;
  }

  public boolean isEmpty() {
    return entries.isEmpty();
  }

  /// The word of that number, where the bag remembers words.
  public Optional<String> word(int number) {
    return words == null ? Optional.empty() : Optional.ofNullable(words.get(number));
  }

  /// The bag as two arrays, ascending by number; of very long texts the words that weigh most.
  public Words words() {
    int[] numbers = entries.keySet().stream().mapToInt(Integer::intValue).toArray();
    if (numbers.length > MOST) {
      numbers =
          Arrays.stream(numbers)
              .boxed()
              .sorted((a, b) -> Float.compare(value(b), value(a)))
              .limit(MOST)
              .mapToInt(Integer::intValue)
              .toArray();
    }
    Arrays.sort(numbers);
    float[] values = new float[numbers.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(numbers[i]);
    }
    return new Words(numbers, values);
  }

  private float value(int number) {
    Entry entry = entries.get(number);
    return entry == null ? 0 : entry.weight * (1 + (float) Math.log(entry.count));
  }

  /// Numbers of words and their weights in one text.
  public record Words(int[] numbers, float[] values) {
    public static final Words NONE = new Words(new int[0], new float[0]);
  }
}
