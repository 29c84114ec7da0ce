package nephila.lab.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class LineChartTest {
  private static final double[] X = {0.1, 0.5, 0.9};
  private static final double[] Y = {1, 2, 30};

  @Test
  void theSvgIsWellFormedAndNamesEverything() throws Exception {
    String svg =
        LineChart.titled("Cost <of> \"R\" & I\u0007")
            .x(Axis.linear("share found").percent())
            .y(Axis.log("questions"))
            .line("random", X, Y)
            .line("a & b", X, new double[] {3, 2, 1})
            .svg();
    Document parsed = parse(svg);
    assertEquals("svg", parsed.getDocumentElement().getTagName());
    String text = parsed.getDocumentElement().getTextContent();
    for (String shown : List.of("Cost <of> \"R\" & I", "share found", "random", "a & b", "50 %")) {
      assertTrue(text.contains(shown), shown + " is missing");
    }
    assertEquals(2, svg.split("class=\"line\" style=\"stroke:var\\(--c0\\)").length - 1);
  }

  @Test
  void pointsThatCannotBeShownLeaveAGap() {
    String svg =
        LineChart.titled("t")
            .y(Axis.log("y"))
            .line("gap", new double[] {1, 2, 3, 4, 5}, new double[] {1, 2, Double.NaN, 0, 3})
            .svg();
    assertFalse(svg.contains("NaN"), svg);
    assertEquals(3, svg.split("<circle").length - 1);
  }

  @Test
  void emptyChartsAndSinglePointsCanBeDrawn() throws Exception {
    parse(LineChart.titled("nothing").svg());
    parse(LineChart.titled("log").y(Axis.log("y")).svg());
    String one = LineChart.titled("one").line("p", new double[] {3}, new double[] {3}).svg();
    parse(one);
    assertFalse(one.contains("NaN") || one.contains("Infinity"), one);
  }

  @Test
  void longLabelsOfTicksLeaveRoomForTheNameOfTheAxis() {
    for (double most : new double[] {3, 1e-3, 2.5e-3, 123_000}) {
      String svg = LineChart.titled("t").line("l", X, new double[] {0, most / 2, most}).svg();
      var labels = Pattern.compile("\"end\" x=\"(\\d+)\"[^>]*>([^<]+)<").matcher(svg);
      assertTrue(labels.find(), svg);
      do {
        double start = Integer.parseInt(labels.group(1)) - 8.2 * labels.group(2).length();
        assertTrue(start >= 25, labels.group(2) + " starts at " + start);
      } while (labels.find());
    }
  }

  @Test
  void linearTicksAreRoundAndReachBeyondTheData() {
    Axis axis = Axis.linear("y").fitted(0.13, 2.94);
    assertEquals(List.of("0", "0.5", "1", "1.5", "2", "2.5", "3"), shown(axis));
  }

  @Test
  void logarithmicTicksFollowTheDecades() {
    assertEquals(List.of("1", "2", "5", "10", "20"), shown(Axis.log("y").fitted(1, 30)));
    assertEquals(
        List.of("1", "100", "10 k", "1 M", "100 M", "1e10"), shown(Axis.log("y").fitted(1, 1e10)));
    assertEquals(List.of("1", "1.5", "2", "2.5", "3"), shown(Axis.log("y").fitted(1, 3)));
  }

  @Test
  void endsGivenByHandAreKept() {
    Axis axis = Axis.linear("y").from(1).to(4).fitted(0, 100);
    assertEquals(0, axis.place(1), 1e-12);
    assertEquals(1, axis.place(4), 1e-12);
  }

  @Test
  void linesNeedAsManyXAsY() {
    assertThrows(IllegalArgumentException.class, () -> new Series("s", X, new double[1]));
  }

  private static List<String> shown(Axis axis) {
    return axis.ticks().stream().map(axis::shown).toList();
  }

  private static Document parse(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }
}
