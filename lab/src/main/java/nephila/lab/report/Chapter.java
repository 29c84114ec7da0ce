package nephila.lab.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import nephila.lab.chart.LineChart;

/// One experiment told: its settings, then text, charts and tables in the order they were added,
/// and the claims it decides. Belongs to one thread until it is handed over.
public final class Chapter {
  /// What a chapter is made of.
  public sealed interface Block {
    /// A paragraph.
    record Text(String words) implements Block {}

    record Figure(LineChart chart) implements Block {}

    record Grid(Table table) implements Block {}
  }

  private final String name;
  private final String title;
  private final List<Block> blocks = new ArrayList<>();
  private final List<Claim> claims = new ArrayList<>();
  private String settings = "";

  /// `name` is the experiment's; it also names the CSV files.
  public Chapter(String name, String title) {
    this.name = name;
    this.title = title;
  }

  public Chapter settings(String words) {
    settings = words;
    return this;
  }

  public Chapter text(String words) {
    blocks.add(new Block.Text(words));
    return this;
  }

  public Chapter figure(LineChart chart) {
    blocks.add(new Block.Figure(chart));
    return this;
  }

  public Chapter table(Table table) {
    blocks.add(new Block.Grid(table));
    return this;
  }

  public Chapter claim(Claim claim) {
    claims.add(claim);
    return this;
  }

  /// Adds to every claim the verdict that the same claim has in the chapter of each seed alone.
  public void verdictsBySeed(Map<Long, Chapter> alone) {
    claims.replaceAll(
        claim -> {
          Map<Long, ClaimVerdict> verdicts = new HashMap<>();
          alone.forEach(
              (seed, chapter) ->
                  chapter.claims.stream()
                      .filter(one -> one.source().equals(claim.source()))
                      .filter(one -> one.claim().equals(claim.claim()))
                      .filter(one -> one.rule().equals(claim.rule()))
                      .findFirst()
                      .ifPresent(one -> verdicts.put(seed, one.verdict())));
          return claim.withSeeds(verdicts);
        });
  }

  public String name() {
    return name;
  }

  public String title() {
    return title;
  }

  public String settings() {
    return settings;
  }

  public List<Block> blocks() {
    return List.copyOf(blocks);
  }

  public List<Claim> claims() {
    return List.copyOf(claims);
  }
}
