package nephila.liverank.learned;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import nephila.graph.CsrGraph;
import nephila.liverank.OldGraph;
import org.junit.jupiter.api.Test;

class SignaturesTest {
  /// Page 0 points to all others; 1 and 2 have the same links, 3 has others, 4 has none.
  private static Signatures small() {
    int[] from = {0, 0, 0, 0, 1, 1, 2, 2, 3, 3};
    int[] to = {1, 2, 3, 4, 0, 3, 0, 3, 1, 4};
    return new Signatures(OldGraph.withoutUrls(CsrGraph.of(5, from, to)));
  }

  @Test
  void pagesWithTheSameLinksShareTheirKeysAndOthersDoNot() {
    Signatures keys = small();
    assertEquals(keys.sameOut(1), keys.sameOut(2));
    assertEquals(keys.likeOut(1), keys.likeOut(2));
    assertEquals(keys.likeOutPair(1), keys.likeOutPair(2));
    assertNotEquals(keys.sameOut(1), keys.sameOut(3));
    assertNotEquals(keys.likeOut(1), keys.likeOut(3));
  }

  @Test
  void aPageWithoutLinksHasNoKey() {
    Signatures keys = small();
    assertEquals(Signatures.NONE, keys.sameOut(4));
    assertEquals(Signatures.NONE, keys.likeOut(4));
    assertEquals(Signatures.NONE, keys.likeOutPair(4));
    assertNotEquals(Signatures.NONE, keys.likeIn(4));
  }

  @Test
  void theNearestParentIsTheOneWithTheFewestLinks() {
    Signatures keys = small();
    assertEquals(
        keys.nearestParent(1), keys.nearestParent(4), "3, with two links, not 0 with four");
    assertNotEquals(keys.nearestParent(1), keys.nearestParent(2));
  }

  @Test
  void pagesThatShareMostLinksAgreeAboutAsOften() {
    int pages = 400;
    int links = 8;
    int[] from = new int[pages * links];
    int[] to = new int[pages * links];
    for (int page = 0; page < pages; page++) {
      for (int k = 0; k < links; k++) {
        from[page * links + k] = page;
        // Seven links of a pair's eight are the same: they share 7 of 9.
        to[page * links + k] = 1000 + 20 * (page / 2) + (k < 7 ? k : 7 + page % 2);
      }
    }
    Signatures keys = new Signatures(OldGraph.withoutUrls(CsrGraph.of(6000, from, to)));
    int agree = 0;
    for (int page = 0; page < pages; page += 2) {
      agree += keys.likeOut(page) == keys.likeOut(page + 1) ? 1 : 0;
    }
    assertTrue(agree > 130 && agree < 180, agree + " of 200 pairs, 156 expected");
  }
}
