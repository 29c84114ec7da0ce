package nephila.graph.generate;

/// Pronounceable names: a different one for every number.
final class MadeUpNames {
  private static final String CONSONANTS = "bdfgklmnprstvz";
  private static final String VOWELS = "aeiou";
  private static final int SYLLABLES = CONSONANTS.length() * VOWELS.length();

  private MadeUpNames() {}

  /// The word of `number`: two syllables or more.
  static String word(int number) {
    StringBuilder word = new StringBuilder();
    long rest = number + (long) SYLLABLES;
    while (rest > 0) {
      int syllable = (int) (rest % SYLLABLES);
      word.append(CONSONANTS.charAt(syllable % CONSONANTS.length()));
      word.append(VOWELS.charAt(syllable / CONSONANTS.length()));
      rest /= SYLLABLES;
    }
    return word.toString();
  }
}
