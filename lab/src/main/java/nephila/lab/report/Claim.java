package nephila.lab.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// A claim of a paper, or of ours, beside what the run measured.
///
/// @param source where it is claimed: `000 §4.2`, `003 §4`, `Nephila`
/// @param claim what is claimed, in our words
/// @param rule what was looked at, so that the verdict can be disputed
/// @param measured the figures of this run
/// @param readings what the same rule gives under each reading of the paper, where it leaves
///   something open; then the verdict is the best of theirs, and `measured` is that reading's
/// @param bySeed the verdict of each seed alone, where there are several
public record Claim(
    String source,
    String claim,
    String rule,
    String measured,
    ClaimVerdict verdict,
    List<UnderReading> readings,
    Map<Long, ClaimVerdict> bySeed) {

  /// What was measured under one reading of the paper.
  public record UnderReading(String reading, String measured, ClaimVerdict verdict) {}

  public Claim {
    readings = List.copyOf(readings);
    bySeed = new TreeMap<>(bySeed);
  }

  /// A claim that can be read in one way, looked at with all seeds together.
  public Claim(String source, String claim, String rule, String measured, ClaimVerdict verdict) {
    this(source, claim, rule, measured, verdict, List.of(), Map.of());
  }

  /// One claim looked at under several readings, best verdict first where they differ: a claim
  /// fails only if it holds under no reading.
  public static Claim underReadings(Map<String, Claim> byReading) {
    List<UnderReading> readings = new ArrayList<>();
    byReading.forEach(
        (name, one) -> readings.add(new UnderReading(name, one.measured(), one.verdict())));
    Map.Entry<String, Claim> best =
        byReading.entrySet().stream()
            .min(Comparator.comparing(one -> one.getValue().verdict()))
            .orElseThrow();
    Claim c = best.getValue();
    String measured = best.getKey() + ": " + c.measured();
    return new Claim(c.source, c.claim, c.rule, measured, c.verdict, readings, Map.of());
  }

  /// The same with the verdict of each seed alone.
  public Claim withSeeds(Map<Long, ClaimVerdict> verdicts) {
    return new Claim(source, claim, rule, measured, verdict, readings, verdicts);
  }

  /// Whether every seed alone gives the same verdict.
  public boolean seedsAgree() {
    return bySeed.values().stream().distinct().count() <= 1;
  }

  /// Whether every reading gives the same verdict.
  public boolean readingsAgree() {
    return readings.stream().map(UnderReading::verdict).distinct().count() <= 1;
  }

  /// The verdict in words; it says where it depends on the seed.
  public String verdictText() {
    return seedsAgree() ? verdict.toString() : verdict + ", depends on the seed";
  }

  /// What the verdict hangs on: the reading, the seed, or the rule alone.
  public String decides() {
    List<String> parts = new ArrayList<>();
    if (!readingsAgree()) {
      Map<ClaimVerdict, List<String>> byVerdict = new LinkedHashMap<>();
      for (UnderReading one : readings) {
        byVerdict.computeIfAbsent(one.verdict(), v -> new ArrayList<>()).add(one.reading());
      }
      parts.add("the reading: " + grouped(byVerdict));
    } else if (!readings.isEmpty()) {
      parts.add("the same under all " + readings.size() + " readings");
    }
    if (!seedsAgree()) {
      Map<ClaimVerdict, List<String>> byVerdict = new LinkedHashMap<>();
      bySeed.forEach(
          (seed, one) ->
              byVerdict.computeIfAbsent(one, v -> new ArrayList<>()).add("seed " + seed));
      parts.add("the seed: " + grouped(byVerdict));
    }
    return parts.isEmpty() ? rule : String.join("; ", parts);
  }

  private static String grouped(Map<ClaimVerdict, List<String>> byVerdict) {
    return byVerdict.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(one -> one.getKey() + " with " + String.join(" / ", one.getValue()))
        .collect(Collectors.joining(", "));
  }
}
