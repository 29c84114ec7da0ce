package nephila.liverank;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import nephila.UserError;
import nephila.liverank.learned.Learned;
import nephila.liverank.learned.Tuning;

/// The orderings by name: the paper's, and the one that learns.
public enum Order {
  R("R", "random permutation"),
  I("I", "most linked-to first"),
  P("P", "highest PageRank first"),
  PA("Pa", "PageRank from the living pages of the sample"),
  PA_PLUS_MINUS("Pa+-", "PageRank from the living over PageRank from the dead of the sample"),
  ASF("ASF", "sites by the living share of their sample"),
  BFS("BFS", "breadth first along the links of living pages"),
  AI("AI", "most links from living pages first"),
  RECURSIVE("recursive", "PageRank from what earlier rounds rank highest"),
  LEARNED("learned", "what answers so far say about sites, folders, names and links");

  private final String shown;
  private final String description;

  Order(String shown, String description) {
    this.shown = shown;
    this.description = description;
  }

  /// The name that users type.
  public String shown() {
    return shown;
  }

  public String description() {
    return description;
  }

  /// Whether the ordering starts by asking a training set that the user may choose.
  public boolean sampled() {
    return compareTo(PA) >= 0 && this != LEARNED;
  }

  /// The ordering with that name.
  public static Order parse(String name) {
    for (Order order : values()) {
      if (order.shown.equalsIgnoreCase(name)) {
        return order;
      }
    }
    String known = Arrays.stream(values()).map(Order::shown).collect(Collectors.joining(" "));
    throw new UserError("order '" + name + "' is not known; choose of: " + known);
  }

  /// A fresh process for `snapshot`. The sample matters where [#sampled] says so; the learned
  /// ordering picks its own.
  public Ordering start(OldGraph snapshot, Sample sample, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return switch (this) {
      case R -> new Listed(StaticOrders.random(snapshot, random));
      case I -> new Listed(StaticOrders.inDegree(snapshot, random));
      case P -> new Listed(StaticOrders.pageRank(snapshot, random));
      case PA -> SampleBased.simpleAdaptive(snapshot, sample, random);
      case PA_PLUS_MINUS -> SampleBased.doubleAdaptive(snapshot, sample, random);
      case ASF -> SampleBased.activeSiteFirst(snapshot, sample, random);
      case BFS -> new BreadthFirst(snapshot, sample.draw(snapshot, random));
      case AI -> new AliveIndegree(snapshot, sample.draw(snapshot, random));
      case RECURSIVE -> new RecursiveRank(snapshot, sample.draw(snapshot, random));
      case LEARNED -> new Learned(snapshot, random, Tuning.DEFAULT);
    };
  }
}
