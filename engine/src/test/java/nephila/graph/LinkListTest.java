package nephila.graph;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import nephila.UserError;
import org.junit.jupiter.api.Test;

final class LinkListTest {
  @Test
  void theLinksBecomeAGraphWithoutDoubles() {
    LinkList links = new LinkList(0);
    for (int page = 0; page < 100; page++) {
      links.add(page, (page + 1) % 100);
      links.add(page, (page + 1) % 100);
      links.add(page, (page + 7) % 100);
    }
    CsrGraph graph = links.graph(101);
    assertEquals(101, graph.pages());
    assertEquals(200, graph.links());
    assertArrayEquals(new int[] {4, 98}, graph.rows()[97]);
    assertEquals(0, new LinkList().graph(3).links());
  }

  @Test
  void aLinkTooManyIsToldAndTheOthersStay() {
    LinkList links = new LinkList(3, 40);
    for (int k = 0; k < 40; k++) {
      links.add(0, k);
    }
    UserError told = assertThrows(UserError.class, () -> links.add(0, 40));
    assertTrue(String.valueOf(told.getMessage()).startsWith("more than 40 links"));
    assertEquals(40, links.graph(40).links());
  }
}
