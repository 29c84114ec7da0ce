package nephila.liverank;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import nephila.UserError;
import nephila.liverank.learned.Learned;
import nephila.liverank.learned.StratifiedSample;
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

  /// The training set that the ordering takes where the user asks for `sample`: a random one of ASF
  /// has the same number of pages of each site, as the paper's (section 4.5).
  public Sample sample(Sample sample) {
    return this == ASF && sample.by() == Sample.By.RANDOM ? sample.by(Sample.By.SITE) : sample;
  }

  /// The first of the two rounds that a crawler without conversation needs (section 5 of the
  /// paper): the training set, or all pages where the order needs none.
  public RankedPages firstRound(OldGraph snapshot, Sample sample, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    if (this == LEARNED) {
      int size = sample.size(snapshot.pages());
      return RankedPages.byPlace(StratifiedSample.draw(snapshot, size, random));
    }
    return sampled()
        ? RankedPages.byPlace(sample(sample).draw(snapshot, random))
        : start(snapshot, sample, seed).rest();
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
      case R -> new Listed(StaticOrders.random(snapshot, random), snapshot.pages(), null);
      case I -> {
        int[] order = StaticOrders.inDegree(snapshot, random);
        yield new Listed(order, snapshot.pages(), StaticOrders.inDegrees(snapshot));
      }
      case P -> {
        int[] order = StaticOrders.pageRank(snapshot, random);
        yield new Listed(order, snapshot.pages(), snapshot.pageRank());
      }
      case PA -> SampleBased.simpleAdaptive(snapshot, sample, random);
      case PA_PLUS_MINUS -> SampleBased.doubleAdaptive(snapshot, sample, random);
      case ASF -> SampleBased.activeSiteFirst(snapshot, sample(sample), random);
      case BFS -> new BreadthFirst(snapshot, sample.draw(snapshot, random));
      case AI -> new AliveIndegree(snapshot, sample.draw(snapshot, random));
      case RECURSIVE -> new RecursiveRank(snapshot, sample.draw(snapshot, random));
      case LEARNED -> new Learned(snapshot, random, Tuning.DEFAULT);
    };
  }
}
