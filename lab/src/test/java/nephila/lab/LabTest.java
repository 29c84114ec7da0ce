package nephila.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import nephila.Progress;
import nephila.UserError;
import nephila.lab.experiment.Experiment;
import nephila.lab.experiment.Workbench;
import nephila.lab.report.Chapter;
import nephila.lab.report.Report;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

class LabTest {
  @TempDir Path folder;

  private static Workbench tiny(int threads) {
    return new Workbench(
        Workbench.Scale.TINY, List.of(7L), Optional.empty(), threads, Progress.SILENT);
  }

  private static Report run(List<Experiment> experiments, int threads) {
    return Lab.run(experiments, tiny(threads), Map.of("Scale", "<tiny>"), c -> {}, why -> {});
  }

  @Test
  void theReportIsOneWellFormedPageWithEveryChartInside() throws Exception {
    Report report = run(Lab.experiments(), 2);
    Path page = report.write(folder);
    String html = Files.readString(page);
    Document parsed =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(
                new ByteArrayInputStream(
                    html.replace("<!DOCTYPE html>", "").getBytes(StandardCharsets.UTF_8)));
    long figures =
        report.chapters().stream()
            .flatMap(chapter -> chapter.blocks().stream())
            .filter(block -> block instanceof Chapter.Block.Figure)
            .count();
    assertEquals(figures, parsed.getElementsByTagName("svg").getLength());
    assertTrue(figures >= report.chapters().size() / 2);
    assertTrue(html.contains("&lt;tiny&gt;"), "facts are escaped");
    assertFalse(html.contains("<script"), "nothing runs");
    assertFalse(html.matches("(?s).*(src|href)=\"https?:.*"), "nothing is loaded from elsewhere");
    assertFalse(html.contains("NaN"), "no chart or table shows what is not a number");
  }

  @Test
  void everyFigureAndTableHasItsDataBesideTheReport() throws Exception {
    List<Experiment> one = Lab.named(List.of("convergence"));
    String html = Files.readString(run(one, 2).write(folder));
    Set<String> linked = new HashSet<>();
    var link = java.util.regex.Pattern.compile("href=\"([^\"#]+\\.csv)\"").matcher(html);
    while (link.find()) {
      linked.add(link.group(1));
      List<String> lines = Files.readAllLines(folder.resolve(link.group(1)));
      assertTrue(lines.size() > 3, link.group(1));
    }
    assertTrue(linked.size() >= 7, linked.toString());
    assertTrue(Files.readString(folder.resolve("claims.csv")).startsWith("source,claim,"));
  }

  @Test
  void theSameSeedsGiveTheSameFiguresOnAnyNumberOfThreads() {
    List<Experiment> one = Lab.named(List.of("windowsizes"));
    assertEquals(run(one, 1).html(), run(one, 3).html());
  }

  @Test
  void namesAreDistinctAndAnUnknownOneIsToldWithTheKnown() {
    List<String> names = new ArrayList<>(Lab.experiments().stream().map(Experiment::name).toList());
    assertEquals(names.size(), new HashSet<>(names).size());
    UserError error = assertThrows(UserError.class, () -> Lab.named(List.of("convergance")));
    assertTrue(String.valueOf(error.getMessage()).contains("convergence"));
  }
}
