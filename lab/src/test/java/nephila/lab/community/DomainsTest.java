package nephila.lab.community;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import nephila.community.Selection;
import nephila.graph.CsrGraph;
import org.junit.jupiter.api.Test;

class DomainsTest {
  private static Web ring(int pages, int hosts) {
    int[] from = IntStream.range(0, pages).toArray();
    int[] to = IntStream.range(0, pages).map(p -> (p + 1) % pages).toArray();
    String[] urls =
        IntStream.range(0, pages)
            .mapToObj(p -> "http://h" + p * hosts / pages + ".test/d" + p % 2 + "/p" + p)
            .toArray(String[]::new);
    return Web.of("ring", CsrGraph.of(pages, from, to), urls);
  }

  @Test
  void hostsAndDirectoriesAreCutByAddress() {
    Domains domains = new Domains(ring(40, 4));
    List<Domain> hosts = domains.hosts(1, 100);
    assertEquals(4, hosts.size());
    assertArrayEquals(IntStream.range(0, 10).toArray(), hosts.getFirst().pages().pages());
    assertEquals(8, domains.directories(1, 1, 100).size());
    assertEquals(List.of(), domains.directories(2, 1, 100));
    assertEquals(List.of(), domains.hosts(11, 100));
    assertEquals(20, domains.several(new Random(1), hosts, 2).pages().size());
  }

  @Test
  void aDomainWhoseFrontierRunsDryIsSaidToBeLeftOut() {
    Domain most = new Domains(ring(40, 1)).hosts(1, 100).getFirst();
    Comparison.Row row = new Comparison(5, 2, 2).run(most, List.of(Selection.WORTH));
    assertTrue(row.dry());
    assertTrue(CommunityLab.line(row).contains("left out"), CommunityLab.line(row));
    assertTrue(Comparison.averages(List.of(row)).isEmpty());
  }

  @Test
  void rankCorrelationKnowsTiesAndOpposites() {
    double[] up = {1, 2, 3, 4};
    assertEquals(1, InfluenceStudy.spearman(up, new double[] {10, 20, 30, 99}), 1e-12);
    assertEquals(-1, InfluenceStudy.spearman(up, new double[] {4, 3, 2, 1}), 1e-12);
    assertEquals(0.9486832980505138, InfluenceStudy.spearman(up, new double[] {1, 2, 2, 4}), 1e-12);
  }
}
