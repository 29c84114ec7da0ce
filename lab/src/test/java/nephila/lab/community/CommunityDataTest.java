package nephila.lab.community;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import nephila.community.LocalDomain;
import nephila.community.Selection;
import nephila.formats.PageLines;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// On real graphs, which lie beside the repository.
class CommunityDataTest {
  private static final Path DATA =
      Path.of(System.getProperty("nephila.root", "."), "../shared/data").normalize();

  @BeforeEach
  void theDataIsThere() {
    assumeTrue(Files.isDirectory(DATA), "no real graphs at " + DATA);
  }

  private static Web hollins() {
    return Web.read(
        "hollins", DATA.resolve("graphs/hollins.edges.gz"), DATA.resolve("graphs/hollins.urls.gz"));
  }

  @Test
  void theTruthIsTheReference() {
    reproduces(hollins(), "hollins-www");
  }

  @Test
  @Tag("slow")
  void theTruthIsTheReferenceOnTheLargerGraph() {
    reproduces(
        Web.read(
            "cnr-2000",
            DATA.resolve("graphs/cnr-2000.edges.gz"),
            DATA.resolve("community/cnr-urls.tsv.gz")),
        "cnr-154423");
  }

  private static void reproduces(Web web, String name) {
    Path folder = DATA.resolve("community").resolve(name);
    LocalDomain domain = LocalDomain.of(PageLines.pages(folder.resolve("local.txt"), null));
    double[] reference =
        domain.restrict(PageLines.values(folder.resolve("pstar.tsv"), web.graph().pages(), null));
    double[] truth = web.truth(domain);
    for (int i = 0; i < truth.length; i++) {
      assertEquals(reference[i], truth[i], 1e-9 * truth[i], "page " + domain.page(i));
    }
  }

  @Test
  void scScoresGoWithTheTrueInfluence() {
    for (Domain domain : new Domains(hollins()).directories(2, 150, 300)) {
      InfluenceStudy study = InfluenceStudy.of(domain);
      if (study.candidates().length >= 20) {
        assertTrue(study.scoreToInfluence() > 0.9, domain.name() + ": " + study.scoreToInfluence());
      }
    }
  }

  @Test
  void worthIsCloserThanScAfterTwiceTheDomain() {
    List<Domain> domains = new Domains(hollins()).hosts(300, 1_000);
    List<Selection> selections = List.of(Selection.WORTH, Selection.SC);
    List<Comparison.Row> rows =
        CommunityLab.run(domains, selections, Comparison.OF_THE_PAPER, row -> {});
    double ratio = Comparison.meanRatio(rows, Selection.WORTH, Selection.SC);
    assertTrue(ratio < 0.7, "hollins: " + ratio);
    assertTrue(rows.getFirst().gain(Selection.WORTH) > 2);
    assertTrue(CommunityLab.table(rows).contains("| worth |"), CommunityLab.table(rows));
    assertTrue(CommunityLab.figure2(rows.getFirst()).svg().startsWith("<svg"));
  }
}
