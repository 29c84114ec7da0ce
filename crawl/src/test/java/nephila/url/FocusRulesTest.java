package nephila.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import nephila.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FocusRulesTest {
  private static final SortedSet<String> NONE = Collections.emptySortedSet();
  private static final CanonicalUrl NEWS = CanonicalUrl.typed("http://www.example.org/news/1");

  private static boolean matches(String rule, String anchor, String type) {
    return FocusRule.parse(rule).matches(NEWS, anchor, type);
  }

  @Test
  void eachSubjectIsMatchedInItsWay() {
    assertTrue(matches("url~/news/ x3", "", ""));
    assertTrue(matches("url=http://www.example.org/news/1 x3", "", ""));
    assertFalse(matches("url~/NEWS/ x3", "", ""));
    assertTrue(matches("anchor~climate x2", "The Climate crisis", ""));
    assertTrue(matches("anchor~climate (crisis|change) x2", "climate change", ""));
    assertFalse(matches("anchor=climate x2", "climate change", ""));
    assertTrue(matches("type=application/xml x5", "", "application/XML; charset=utf-8"));
    assertTrue(matches("type=application/* x5", "", "application/pdf"));
    assertFalse(matches("type=application/xml x5", "", "text/html"));
    assertTrue(matches("host=example.org x2", "", ""));
    assertFalse(matches("host=ample.org x2", "", ""));
    assertTrue(matches("site=example.org +1", "", ""));
  }

  @Test
  void whatIsNotKnownDoesNotMatch() {
    assertFalse(FocusRule.parse("anchor~. x2").matches(NEWS, null, null));
    assertFalse(FocusRule.parse("type~. x2").matches(NEWS, null, null));
  }

  private static FocusRules rules(String... written) {
    return FocusRules.parse(List.of(written));
  }

  @Test
  void factorsMultiplyAndAdditionsAdd() {
    FocusRules rules = rules("url~/news/ x3", "host=example.org x0.5", "url~1 +10", "url~no x100");
    FocusClasses classes = new FocusClasses(rules);
    int news = classes.of(NEWS, null, NONE, 0);
    assertEquals(1.5 * 7 + 10, classes.apply(news, 7));
    assertEquals(7, classes.apply(0, 7), "a page that has met nothing");
    assertEquals(3, rules.matching(NEWS, null, null).size());
    assertFalse(rules.needAnchors());
    assertTrue(rules("anchor~x x2").needAnchors());
    assertTrue(rules("near~x x2").needNear());
    assertEquals(Set.of("near~x"), rules("near~x x2", "anchor~x x3").anchors("z", "an x"));
    assertEquals(Set.of("anchor~x"), rules("anchor~x x2", "anchor~z x3").anchors("an x", "z"));
  }

  @Test
  void whatWasSeenOfAPageHoldsWhenTheRulesChange() {
    FocusClasses classes = new FocusClasses(rules("url~/news/ x3", "anchor~climate x5"));
    SortedSet<String> called = new TreeSet<>(Set.of("anchor~climate"));
    int page = classes.of(NEWS, null, called, 0);
    assertEquals(15, classes.apply(page, 1));
    classes.rules(rules("anchor~climate x7", "host=example.org x2"));
    assertEquals(7, classes.apply(page, 1), "another amount, and a rule less");
    int judged = classes.of(NEWS, null, NONE, page);
    assertEquals(14, classes.apply(judged, 1), "judged by its URL again, not by the link to it");
    classes.rules(rules("url~/news/ x3"));
    assertEquals(3, classes.apply(page, 1));
  }

  @Test
  void classesAreKeptAsAText() {
    FocusRules rules = rules("url~/a b,c%/ x3", "anchor~- x5");
    FocusClasses classes = new FocusClasses(rules);
    CanonicalUrl url = CanonicalUrl.typed("http://a.test/a b,c%/");
    int one = classes.of(CanonicalUrl.typed("http://a.test/"), null, rules.anchors("a-b", ""), 0);
    int two = classes.of(url, null, NONE, 0);
    FocusClasses again = new FocusClasses(rules);
    assertTrue(again.resume(classes.text()));
    assertEquals(5, again.apply(one, 1));
    assertEquals(classes.apply(two, 1), again.apply(two, 1));
    assertEquals(classes.text(), again.text());
    assertTrue(new FocusClasses(rules).resume(new FocusClasses(rules).text()));
    assertFalse(new FocusClasses(rules).resume("1.0+0.0 3.0+0.0"), "as versions before wrote it");
  }

  @Test
  void aPageThatWouldBeInOneClassTooManyHasMetNothing() {
    String[] many = new String[9];
    for (int i = 0; i < many.length; i++) {
      many[i] = "url~" + (char) ('A' + i) + " x2";
    }
    FocusClasses classes = new FocusClasses(rules(many));
    int none = 0;
    for (int bits = 1; bits < 512; bits++) {
      StringBuilder path = new StringBuilder("http://0.0/");
      for (int i = 0; i < many.length; i++) {
        path.append((bits >> i & 1) == 1 ? (char) ('A' + i) : "");
      }
      int number = classes.of(CanonicalUrl.ofCanonical(path.toString()), null, NONE, 0);
      none += number == 0 ? 1 : 0;
      assertEquals(number == 0 ? 1 : 1 << Integer.bitCount(bits), classes.apply(number, 1));
    }
    assertEquals(512 - 256, none);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "url~/news/",
        "url x3",
        "colour~red x3",
        "url~( x3",
        "url~ x3",
        "url~a x",
        "url~a x-1"
      })
  void whatIsNoRuleIsTheUsersMistake(String written) {
    UserError error = assertThrows(UserError.class, () -> FocusRule.parse(written));
    assertTrue(String.valueOf(error.getMessage()).contains(written));
  }
}
