package nephila.url;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import nephila.UserError;

/// A regular expression as a user writes it (RE2), found anywhere in a text, in time linear in the
/// text whatever the pattern.
///
/// RE2 writes repeats out: `((a{1000}){1000}){1000}` is a program of a billion steps. A pattern is
/// therefore measured before it is compiled: its length, how deep its groups are nested, and how
/// many steps it has with its repeats written out. Immutable and thread-safe.
final class UserPattern {
  private static final int MOST_LETTERS = 4_000;
  private static final int MOST_STEPS = 4_000;
  private static final int DEEPEST = 100;

  private final Pattern pattern;

  private UserPattern(Pattern pattern) {
    this.pattern = pattern;
  }

  /// Compiles a pattern; `where` names it in the complaint.
  ///
  /// @throws UserError when it is none, or too large
  static UserPattern compile(String where, String written, boolean ignoreCase) {
    if (written.length() > MOST_LETTERS) {
      String start = written.substring(0, 40) + "…";
      throw tooLarge(where, start, "is %,d letters long", written.length(), MOST_LETTERS);
    }
    new Measure(where, written).whole();
    try {
      return new UserPattern(Pattern.compile(written, ignoreCase ? Pattern.CASE_INSENSITIVE : 0));
    } catch (PatternSyntaxException e) {
      throw new UserError(
          where + " '" + written + "': not a regular expression: " + e.getDescription(), e);
    }
  }

  boolean isIn(String text) {
    return pattern.matcher(text).find();
  }

  private static UserError tooLarge(
      String where, String written, String how, long size, long most) {
    return new UserError(
        String.format(
            Locale.ROOT, "%s '%s' " + how + ", at most %,d are taken", where, written, size, most));
  }

  /// Counts the steps of a pattern. Of what is no regular expression it may count anything.
  private static final class Measure {
    private final String where;
    private final String written;
    private final Deque<Long> around = new ArrayDeque<>();
    private long steps;
    private long last;
    private int at;

    Measure(String where, String written) {
      this.where = where;
      this.written = written;
    }

    void whole() {
      while (at < written.length()) {
        switch (written.charAt(at++)) {
          case '\\' -> escape();
          case '[' -> characterClass();
          case '(' -> open();
          case ')' -> close();
          case '{' -> repeat();
          default -> atom();
        }
        if (steps > MOST_STEPS) {
          throw tooLarge(
              where, written, "has %,d steps with its repeats written out", steps, MOST_STEPS);
        }
      }
    }

    private void atom() {
      last = 1;
      steps++;
    }

    private void escape() {
      if (written.startsWith("Q", at)) {
        int end = written.indexOf("\\E", at);
        int stop = end < 0 ? written.length() : end + 2;
        steps += stop - at;
        last = 1;
        at = stop;
      } else {
        at++;
        atom();
      }
    }

    private void characterClass() {
      at += written.startsWith("^", at) ? 1 : 0;
      at += written.startsWith("]", at) ? 1 : 0;
      while (at < written.length() && written.charAt(at) != ']') {
        if (written.startsWith("[:", at) && written.indexOf(":]", at) > 0) {
          at = written.indexOf(":]", at) + 1;
        }
        at += written.charAt(at) == '\\' ? 2 : 1;
      }
      at++;
      atom();
    }

    private void open() {
      around.push(steps);
      steps = 0;
      last = 0;
      if (around.size() > DEEPEST) {
        throw tooLarge(where, written, "has groups %,d deep", around.size(), DEEPEST);
      }
    }

    private void close() {
      long inside = steps + 1;
      steps = inside + (around.isEmpty() ? 0 : around.pop());
      last = inside;
    }

    /// `{n}`, `{n,}` or `{n,m}`; any other brace is a letter.
    private void repeat() {
      int end = written.indexOf('}', at);
      String inside = end < 0 ? "" : written.substring(at, end);
      if (inside.length() > 9 || !inside.matches("\\d+(,\\d*)?")) {
        atom();
        return;
      }
      long times = 1;
      for (String bound : inside.split(",")) {
        times = Math.max(times, Long.parseLong(bound));
      }
      steps += last * (times - 1);
      last *= times;
      at = end + 1;
    }
  }
}
