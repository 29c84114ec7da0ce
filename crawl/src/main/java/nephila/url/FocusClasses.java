package nephila.url;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The classes into which pages fall by the focus rules of a crawl: which conditions (`url~/news/`,
/// `anchor~climate`) a page has met. A page carries the number of its class.
///
/// A number means the same conditions for the whole life of a crawl, whatever its rules become:
/// what a class counts for follows from the rules of now. So a change of rules keeps what was seen
/// when a page was found, above all the texts of links to it, which are kept nowhere.
///
/// At most 256 classes; a page that would need another falls into class 0, which has met nothing.
/// Not thread-safe.
public final class FocusClasses {
  private static final int MOST = 256;
  private static final String NOTHING = "-";

  private final List<SortedSet<String>> classes = new ArrayList<>();
  private final Map<SortedSet<String>, Integer> numbers = new HashMap<>();
  private double[] factors = {};
  private double[] bonuses = {};
  private FocusRules rules;

  public FocusClasses(FocusRules rules) {
    this.rules = rules;
    number(Collections.emptySortedSet());
  }

  /// From now on these rules say what a class counts for.
  public void rules(FocusRules now) {
    rules = now;
    for (int number = 0; number < classes.size(); number++) {
      weigh(number);
    }
  }

  /// The class of a page by the rules of now.
  ///
  /// @param type as far as it is known or guessed
  /// @param anchors conditions about anchors that a link to it has met
  /// @param before the class that it was in, whose conditions about anchors it has met as well
  public int of(CanonicalUrl url, @Nullable String type, SortedSet<String> anchors, int before) {
    SortedSet<String> met = anchors(before);
    met.addAll(anchors);
    for (FocusRule rule : rules.matching(url, null, type)) {
      met.add(rule.condition());
    }
    return number(met);
  }

  /// The conditions about anchors that pages of that class have met.
  public SortedSet<String> anchors(int number) {
    TreeSet<String> met = new TreeSet<>();
    classes.get(number < classes.size() ? number : 0).stream()
        .filter(FocusRule::isAboutAnchors)
        .forEach(met::add);
    return met;
  }

  private int number(SortedSet<String> met) {
    Integer known = numbers.get(met);
    if (known != null) {
      return known;
    }
    if (classes.size() == MOST) {
      return 0;
    }
    int number = classes.size();
    classes.add(met);
    numbers.put(met, number);
    factors = Arrays.copyOf(factors, classes.size());
    bonuses = Arrays.copyOf(bonuses, classes.size());
    weigh(number);
    return number;
  }

  private void weigh(int number) {
    factors[number] = rules.factor(classes.get(number));
    bonuses[number] = rules.bonus(classes.get(number));
  }

  /// What a page of that worth, in credits, counts for in that class.
  public double apply(int number, double credits) {
    int known = number < factors.length ? number : 0;
    return credits * factors[known] + bonuses[known];
  }

  /// The classes, to be kept with the state: their conditions, encoded as in a URL, apart by
  /// commas; the classes apart by blanks.
  public String text() {
    StringBuilder text = new StringBuilder();
    for (SortedSet<String> met : classes) {
      text.append(text.isEmpty() ? "" : " ").append(met.isEmpty() ? NOTHING : "");
      String comma = "";
      for (String condition : met) {
        String encoded = URLEncoder.encode(condition, StandardCharsets.UTF_8);
        text.append(comma).append(encoded);
        comma = ",";
      }
    }
    return text.toString();
  }

  /// Takes over the classes that [#text] wrote; false for a text that is none of its, as versions
  /// before wrote it: then nothing is taken over.
  public boolean resume(String text) {
    if (!text.equals(NOTHING) && !text.startsWith(NOTHING + " ")) {
      return false;
    }
    for (String each : text.substring(NOTHING.length()).strip().split(" ")) {
      TreeSet<String> met = new TreeSet<>();
      for (String condition : each.split(",")) {
        if (!condition.isEmpty()) {
          met.add(URLDecoder.decode(condition, StandardCharsets.UTF_8));
        }
      }
      number(met);
    }
    return true;
  }
}
