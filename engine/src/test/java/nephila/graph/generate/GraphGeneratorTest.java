package nephila.graph.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.CRC32;
import nephila.UserError;
import nephila.graph.CsrGraph;
import nephila.graph.GraphFacts;
import nephila.graph.PageNames;
import org.junit.jupiter.api.Test;

class GraphGeneratorTest {
  private static final int PAGES = 50_000;

  private static long digest(CsrGraph graph) {
    CRC32 crc = new CRC32();
    for (int page = 0; page < graph.pages(); page++) {
      crc.update(graph.outDegree(page));
    }
    for (int target : graph.targets()) {
      crc.update(target);
      crc.update(target >>> 8);
      crc.update(target >>> 16);
    }
    return crc.getValue();
  }

  @Test
  void theSameSeedIsTheSameGraphOnAnyMachine() {
    assertEquals(POWER, digest(GraphGenerator.power(5000, 8, 42).graph()));
    assertEquals(POISSON, digest(GraphGenerator.poisson(5000, 8, 42).graph()));
    assertEquals(WEB, digest(GraphGenerator.web(5000, 8, 42).graph()));
    assertTrue(POWER != digest(GraphGenerator.power(5000, 8, 43).graph()));
  }

  // Seen on x86-64 with JDK 25; another value elsewhere is a bug.
  private static final long POWER = 3820681703L;
  private static final long POISSON = 2962170922L;
  private static final long WEB = 1025259663L;

  @Test
  void inDegreesOfPowerHaveTheExponentAskedFor() {
    CsrGraph graph = GraphGenerator.power(PAGES, 10, 7).graph();
    assertEquals(10, graph.links() / (double) PAGES, 0.5);
    assertEquals(2.1, tailExponent(graph, 30), 0.15);
  }

  /// Hill's estimate over degrees of at least `from`.
  private static double tailExponent(CsrGraph graph, int from) {
    CsrGraph turned = graph.transpose();
    double sum = 0;
    int count = 0;
    for (int page = 0; page < turned.pages(); page++) {
      if (turned.outDegree(page) >= from) {
        sum += Math.log(turned.outDegree(page) / (from - 0.5));
        count++;
      }
    }
    return 1 + count / sum;
  }

  @Test
  void degreesOfPoissonHaveTheVarianceOfPoisson() {
    CsrGraph graph = GraphGenerator.poisson(PAGES, 40, 7).graph();
    assertEquals(40, graph.links() / (double) PAGES, 0.2);
    for (CsrGraph some : new CsrGraph[] {graph, graph.transpose()}) {
      double squares = 0;
      for (int page = 0; page < PAGES; page++) {
        squares += Math.pow(some.outDegree(page) - 40, 2);
      }
      assertEquals(40, squares / PAGES, 1.5);
    }
  }

  @Test
  void aWebHasHostsDanglingPagesAndAHeavyTail() {
    GraphGenerator web = GraphGenerator.web(PAGES, 12, 7);
    CsrGraph graph = web.graph();
    GraphFacts facts = GraphFacts.of(graph);
    assertEquals(12, facts.out().mean(), 0.6);
    assertEquals(0.2, facts.dangling() / (double) PAGES, 0.03);
    assertTrue(facts.in().max() > 100 * facts.in().mean(), facts.toString());
    assertEquals(1, facts.weak().count());
    assertTrue(facts.strong().sizes().largest() > 0.6 * PAGES, facts.toString());
    assertTrue(tailExponent(graph, 100) < 2.8);
  }

  @Test
  void mostLinksOfAWebStayInTheHostAndNamesDiffer() {
    GraphGenerator web = GraphGenerator.web(PAGES, 12, 7);
    CsrGraph graph = web.graph();
    PageNames names = web.pageNames().orElseThrow();
    String[] hosts = new String[PAGES];
    Set<String> all = new HashSet<>();
    for (int page = 0; page < PAGES; page++) {
      all.add(names.name(page));
      hosts[page] = URI.create(names.name(page)).getHost();
    }
    assertEquals(PAGES, all.size());
    long inside = 0;
    for (int page = 0; page < PAGES; page++) {
      for (long k = graph.rowStart(page); k < graph.rowStart(page + 1); k++) {
        inside += hosts[page].equals(hosts[graph.target(k)]) ? 1 : 0;
      }
    }
    double share = inside / (double) graph.links();
    assertTrue(share > 0.7 && share < 0.95, "inside the host: " + share);
  }

  @Test
  void impossibleSettingsAreRefused() {
    assertThrows(UserError.class, () -> GraphGenerator.power(1, 1, 1));
    assertThrows(UserError.class, () -> GraphGenerator.web(100, 0, 1));
    assertThrows(UserError.class, () -> GraphGenerator.poisson(100, 60, 1));
  }

  @Test
  void theSmallestGraphsWork() {
    for (int pages = 2; pages < 30; pages++) {
      for (long seed = 0; seed < 20; seed++) {
        assertEquals(pages, GraphGenerator.web(pages, 0.5, seed).graph().pages());
        assertEquals(pages, GraphGenerator.web(pages, 0.5, seed).pageNames().orElseThrow().size());
        assertEquals(pages, GraphGenerator.power(pages, 0.5, seed).graph().pages());
      }
    }
  }

  @Test
  void aWebHasAboutTheHostsThatAreAskedFor() {
    for (int hosts : new int[] {200, 1000, 5000}) {
      Set<String> found = new HashSet<>();
      GraphGenerator.web(PAGES, hosts, 5, 7).names((page, name) -> found.add(name.split("/")[2]));
      assertEquals(hosts, found.size(), 0.25 * hosts);
    }
    assertThrows(UserError.class, () -> GraphGenerator.web(100, 101, 5, 1));
    assertThrows(UserError.class, () -> GraphGenerator.web(100, 0, 5, 1));
  }
}
