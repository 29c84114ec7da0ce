package nephila.topic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import nephila.topic.WordBag.Words;

/// How likely does a page belong to the topic, by what it says?
///
/// Words count by `weight · idf`, the length of a page by none; how rare a word is, is learned from
/// the pages read. A page is first compared with the middle of the examples (Rocchio), measured in
/// how alike the examples are to each other; pages that are surely in and pages that are surely out
/// then train a logistic regression, again whenever a fifth more pages were seen. So five examples
/// are enough to begin with, and the crawl itself brings the rest. Relevance is the geometric mean
/// of both: the regression says which words tell, the comparison keeps it from drifting away from
/// what was asked for.
///
/// Deterministic: the same pages in the same order give the same model. Memory: 4 MiB, and 5 KiB
/// for each of at most [#POOL] pages kept to learn from. Not thread-safe.
public final class PageModel {
  /// From here on a page belongs to the topic, unless the user says otherwise.
  public static final double USUAL_FLOOR = 0.5;

  private static final int POOL = 3000;
  private static final int EPOCHS = 12;
  private static final double RATE = 0.5;
  private static final double DECAY = 1e-3;

  /// Words that fewer pages hold tell nothing, once many were read.
  private static final int FEW = 3;

  private static final int MANY = 20;
  private static final double STEEP = 9;

  /// What the resemblance of a page to the examples must be, in that of the examples to each other,
  /// to count as even.
  private static final double EVEN = 0.65;

  private static final double SURELY_IN = 0.75;
  private static final double SURELY_OUT = 0.35;

  /// A page that was seen: its words, and what its neighbours say of it.
  private record Seen(Words words, double neighbours) {}

  private final List<Seen> examples = new ArrayList<>();
  private final List<Seen> against = new ArrayList<>();
  private final List<Seen> pool = new ArrayList<>();
  private final int[] pagesWith = new int[WordBag.SIZE];
  private final float[] weights = new float[WordBag.SIZE];
  private final float[] gradients = new float[WordBag.SIZE];
  private final float[] middle = new float[WordBag.SIZE];
  private Words words = Words.NONE;
  private double bias;
  private double biasGradient;
  private double alike = 1;
  private boolean trained;
  private int pages;
  private int trainedAt;

  /// A page that the user named as being of the topic.
  public void example(Words page) {
    examples.add(new Seen(page, 0));
    count(page);
    compare();
  }

  /// A page that the user named as not being of the topic.
  public void counterexample(Words page) {
    against.add(new Seen(page, 0));
    count(page);
  }

  /// Words that the user named; they count as half of what the examples say.
  public void words(Words named) {
    words = named;
    compare();
  }

  public int examples() {
    return examples.size();
  }

  /// A page that was read: teaches how rare words are, and what the rest of the web is like.
  ///
  /// @param neighbours what they say of it, as [#among] takes it
  public void seen(Words page, double neighbours) {
    count(page);
    if (pool.size() < POOL) {
      pool.add(new Seen(page, neighbours));
    } else {
      // A place that moves through the pool by a fixed stride, as good as chance.
      pool.set((int) (pages * 2654435761L >>> 7 & 0x7fffffff) % POOL, new Seen(page, neighbours));
    }
    if (pages >= 40 && pages >= trainedAt * 1.2) {
      train();
    }
  }

  private void count(Words page) {
    pages++;
    for (int number : page.numbers()) {
      pagesWith[number]++;
    }
  }

  private double idf(int number) {
    if (pagesWith[number] < FEW && pages > MANY) {
      return 0; // the name of a page, not a word of its topic
    }
    double rare = Math.log((pages + 1.0) / (pagesWith[number] + 0.5));
    return Math.max(0, rare);
  }

  /// `weight · idf`, scaled to length 1.
  private float[] scaled(Words page) {
    float[] values = new float[page.numbers().length];
    double norm = 0;
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) (page.values()[i] * idf(page.numbers()[i]));
      norm += values[i] * values[i];
    }
    float scale = norm == 0 ? 0 : (float) (1 / Math.sqrt(norm));
    for (int i = 0; i < values.length; i++) {
      values[i] *= scale;
    }
    return values;
  }

  /// Finds the middle of the examples anew, and how alike they are to each other.
  private void compare() {
    Arrays.fill(middle, 0);
    List<float[]> scaled = examples.stream().map(each -> scaled(each.words())).toList();
    for (int k = 0; k < scaled.size(); k++) {
      add(examples.get(k).words(), scaled.get(k), 1);
    }
    float half = Math.max(1, scaled.size() / 2f);
    float[] named = scaled(words);
    for (int i = 0; i < named.length; i++) {
      middle[words.numbers()[i]] += half * named[i];
    }
    alike = scaled.size() < 2 ? 0.3 : alikeness(scaled);
    double norm = 0;
    for (float value : middle) {
      norm += value * value;
    }
    float scale = norm == 0 ? 0 : (float) (1 / Math.sqrt(norm));
    for (int i = 0; i < middle.length; i++) {
      middle[i] *= scale;
    }
  }

  private double alikeness(List<float[]> scaled) {
    double sum = 0;
    for (int k = 0; k < scaled.size(); k++) {
      sum += alikeness(k, scaled);
    }
    return Math.max(0.05, sum / scaled.size());
  }

  /// How alike an example is to the middle of the others.
  private double alikeness(int k, List<float[]> scaled) {
    add(examples.get(k).words(), scaled.get(k), -1);
    double norm = 0;
    for (float value : middle) {
      norm += value * value;
    }
    double alone = norm == 0 ? 0 : dot(middle, examples.get(k).words(), scaled.get(k));
    add(examples.get(k).words(), scaled.get(k), 1);
    return norm == 0 ? 0 : alone / Math.sqrt(norm);
  }

  private void add(Words page, float[] values, int sign) {
    for (int i = 0; i < values.length; i++) {
      middle[page.numbers()[i]] += sign * values[i];
    }
  }

  private static double dot(float[] dense, Words page, float[] values) {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += dense[page.numbers()[i]] * values[i];
    }
    return sum;
  }

  /// How alike each example is to the others, 1 for as alike as they are on the average; what is
  /// far below is an example of something else.
  public double[] agreement() {
    compare();
    List<float[]> scaled = examples.stream().map(each -> scaled(each.words())).toList();
    double[] agreement = new double[examples.size()];
    if (agreement.length < 2) {
      Arrays.fill(agreement, 1);
      return agreement;
    }
    Arrays.fill(middle, 0);
    for (int k = 0; k < scaled.size(); k++) {
      add(examples.get(k).words(), scaled.get(k), 1);
    }
    double mean = alikeness(scaled);
    for (int k = 0; k < agreement.length; k++) {
      agreement[k] = alikeness(k, scaled) / mean;
    }
    compare();
    return agreement;
  }

  /// How likely the page is of the topic, between 0 and 1.
  public double relevance(Words page) {
    float[] values = scaled(page);
    double resembles = resembles(page, values);
    if (!trained) {
      return resembles;
    }
    return Math.sqrt(resembles * sigmoid(bias + dot(weights, page, values)));
  }

  /// The relevance of a page that its neighbours speak for (above 0) or against (below 0), in
  /// log-odds.
  public static double among(double relevance, double neighbours) {
    double inside = Math.clamp(relevance, 1e-4, 1 - 1e-4);
    return sigmoid(Math.log(inside / (1 - inside)) + neighbours);
  }

  private double resembles(Words page, float[] values) {
    double times = dot(middle, page, values) / alike;
    return sigmoid(STEEP * (times - EVEN));
  }

  private static double sigmoid(double x) {
    return 1 / (1 + Math.exp(-x));
  }

  /// Learns anew from all that was seen.
  public void train() {
    trainedAt = pages;
    compare();
    List<Seen> in = new ArrayList<>(examples);
    List<Seen> out = new ArrayList<>(against);
    for (Seen seen : pool) {
      double relevance = among(relevance(seen.words()), seen.neighbours());
      if (relevance >= SURELY_IN) {
        in.add(seen);
      } else if (relevance <= SURELY_OUT) {
        out.add(seen);
      }
    }
    if (out.size() < 10 || in.isEmpty()) {
      return;
    }
    Arrays.fill(weights, 0);
    Arrays.fill(gradients, 0);
    bias = 0;
    biasGradient = 0;
    List<float[]> inValues = in.stream().map(each -> scaled(each.words())).toList();
    List<float[]> outValues = out.stream().map(each -> scaled(each.words())).toList();
    int steps = Math.max(in.size(), out.size());
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
      for (int step = 0; step < steps; step++) {
        // As many steps for either side, and the user's own examples every other time.
        boolean users = !examples.isEmpty() && (step % 2 == 0 || in.size() == examples.size());
        int i = users ? step / 2 % examples.size() : step % in.size();
        learn(in.get(i).words(), inValues.get(i), 1);
        int o = step % out.size();
        learn(out.get(o).words(), outValues.get(o), 0);
      }
    }
    trained = true;
  }

  private void learn(Words page, float[] values, int truth) {
    double error = truth - sigmoid(bias + dot(weights, page, values));
    for (int i = 0; i < values.length; i++) {
      int number = page.numbers()[i];
      double slope = error * values[i] - DECAY * weights[number];
      gradients[number] += (float) (slope * slope);
      weights[number] += (float) (RATE * slope / (1e-3 + Math.sqrt(gradients[number])));
    }
    biasGradient += error * error;
    bias += RATE * error / (1e-3 + Math.sqrt(biasGradient));
  }

  /// The words that spoke most for and against, as in `+thread +executor -xml`.
  public String because(WordBag bag, int most) {
    Words page = bag.words();
    float[] values = scaled(page);
    record Said(String word, double value) {}
    List<Said> said = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      int number = page.numbers()[i];
      double value = values[i] * (middle[number] * STEEP / alike + (trained ? weights[number] : 0));
      bag.word(number).ifPresent(word -> said.add(new Said(word, value)));
    }
    said.sort(Comparator.comparingDouble((Said each) -> -Math.abs(each.value)));
    StringBuilder because = new StringBuilder();
    for (Said each : said.subList(0, Math.min(most, said.size()))) {
      because.append(because.isEmpty() ? "" : " ");
      because.append(each.value < 0 ? '-' : '+').append(each.word);
    }
    return because.toString();
  }
}
