package nephila.url;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import nephila.UserError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FocusRulesTest {
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

  @Test
  void factorsMultiplyAndAdditionsAdd() {
    FocusRules rules =
        FocusRules.parse(
            List.of("url~/news/ x3", "host=example.org x0.5", "url~1 +10", "url~no x100"));
    assertEquals(1.5, rules.factor(NEWS, null, null));
    assertEquals(10, rules.bonus(NEWS, null, null));
    assertEquals(3, rules.matching(NEWS, null, null).size());
    assertFalse(rules.needAnchors());
    assertTrue(FocusRules.parse(List.of("anchor~x x2")).needAnchors());
    assertEquals(6, FocusRule.parse("url~a x3").apply(2));
    assertEquals(5, FocusRule.parse("url~a +3").apply(2));
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
