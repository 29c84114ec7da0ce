package nephila.lab.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import nephila.lab.report.Claim;
import nephila.lab.report.ClaimVerdict;
import nephila.rank.RankOptions.VirtualPage;
import org.junit.jupiter.api.Test;

class ConvergenceClaimsTest {
  /// Every strategy falls as 1/k from its own height, on every web and with both virtual pages.
  private static Convergence.Measured measured(Map<String, Double> heights) {
    Map<Convergence.Setup, Map<String, Convergence.Curve>> curves = new HashMap<>();
    for (VirtualPage virtualPage : VirtualPage.values()) {
      for (Model model : Model.values()) {
        Map<String, Convergence.Curve> lines = new HashMap<>();
        heights.forEach(
            (name, height) -> {
              double[] errors = new double[Convergence.CRAWLS];
              Arrays.setAll(errors, k -> height / (k + 1));
              lines.put(name, new Convergence.Curve(errors, errors, SeedRange.of(errors[9])));
            });
        curves.put(new Convergence.Setup(model, virtualPage), lines);
      }
    }
    return new Convergence.Measured(curves);
  }

  private static Map<String, Double> heights(double random, double greedy, double exact) {
    return Map.of(
        Convergence.RANDOM,
        random,
        Convergence.CYCLE,
        greedy,
        Convergence.GREEDY,
        greedy,
        Convergence.offLine(OffLine.DAGGER),
        greedy / 10,
        Convergence.offLine(OffLine.DAGGER_PRIME),
        greedy * 1.5,
        Convergence.CORRECTED,
        greedy / 2,
        Convergence.CORRECTED_CLOCK,
        greedy / 2,
        Convergence.EXACT,
        exact,
        Convergence.EXACT_ROWS,
        exact);
  }

  private static Claim claim(List<Claim> claims, String words) {
    return claims.stream().filter(claim -> claim.claim().contains(words)).findFirst().orElseThrow();
  }

  private static ClaimVerdict verdict(List<Claim> claims, String words) {
    return claim(claims, words).verdict();
  }

  @Test
  void aClaimFailsOnlyIfItHoldsUnderNoReading() {
    List<Claim> claims = ConvergenceClaims.of(measured(heights(8, 4, 0.1)));
    Claim early = claim(claims, "ahead of the off-line algorithm");
    assertEquals(ClaimVerdict.HOLDS, early.verdict());
    assertEquals(
        List.of("small edge, †′", "small edge, †", "1 − d, †′", "1 − d, †"),
        early.readings().stream().map(Claim.UnderReading::reading).toList());
    assertEquals(
        "the reading: holds with small edge, †′ / 1 − d, †′, does not hold with small edge, † / 1 −"
            + " d, †",
        early.decides());
    Claim random = claim(claims, "Random does significantly worse");
    assertEquals(2, random.readings().size());
    assertEquals("the same under all 2 readings", random.decides());
  }

  @Test
  void verdictsFollowTheFigures() {
    List<Claim> asClaimed = ConvergenceClaims.of(measured(heights(8, 4, 0.1)));
    assertEquals(ClaimVerdict.HOLDS, verdict(asClaimed, "about the same error"));
    assertEquals(ClaimVerdict.HOLDS, verdict(asClaimed, "Random does significantly worse"));
    assertEquals(ClaimVerdict.HOLDS, verdict(asClaimed, "below one percent"));
    assertEquals(ClaimVerdict.HOLDS, verdict(asClaimed, "twice slower"));
    assertEquals(ClaimVerdict.HOLDS, verdict(asClaimed, "within 1.0 %"));

    List<Claim> otherwise = ConvergenceClaims.of(measured(heights(40, 50, 30)));
    assertEquals(ClaimVerdict.FAILS, verdict(otherwise, "Random does significantly worse"));
    assertEquals(ClaimVerdict.FAILS, verdict(otherwise, "below one percent"));
    assertEquals(ClaimVerdict.FAILS, verdict(otherwise, "twice slower"));
    assertEquals(ClaimVerdict.FAILS, verdict(otherwise, "within 1.0 %"));
  }
}
