package nephila.topic;

import nephila.topic.WordBag.Words;

/// How likely does a link lead to a page of the topic? It is asked before the page is read, by the
/// words of the link, those around it and those of the address, by how relevant the pages that hold
/// the link are, and by how many of the pages in its folder and on its host turned out to be
/// relevant.
///
/// Logistic regression with steps of their own for every word (AdaGrad), taught by every page that
/// is read: what the page model says of it is what the link should have promised. 2 MiB. Not
/// thread-safe.
public final class LinkModel {
  /// Numbers that are not words.
  ///
  /// @param parents how relevant the pages are that hold the link, on the average
  /// @param best how relevant the most relevant of them is
  /// @param folder the share of relevant pages in its folder, drawn towards that of the host
  /// @param host the share of relevant pages on its host, drawn towards that of all
  /// @param words what the page model says of the words of the link alone
  public record Surroundings(
      double parents, double best, double folder, double host, double words) {}

  private static final double RATE = 0.3;
  private static final int NUMBERS = 5;
  private static final double LEAST = 0.01;

  private final float[] weights = new float[WordBag.SIZE];
  private final float[] gradients = new float[WordBag.SIZE];
  private final double[] numbers = {0.3, 0.3, 0.5, 0.2, 0.3};
  private final double[] numberGradients = new double[NUMBERS];
  private double bias = -1;
  private double biasGradient;

  /// What is known of a topic before the first page is read: these words promise it.
  public void promise(Words words, double weight) {
    for (int number : words.numbers()) {
      weights[number] = (float) Math.max(weights[number], weight);
    }
  }

  public double relevance(Words link, Surroundings around) {
    return 1 / (1 + Math.exp(-sum(link, inputs(around))));
  }

  private double sum(Words link, double[] inputs) {
    double sum = bias;
    double scale = scale(link);
    for (int i = 0; i < link.numbers().length; i++) {
      sum += weights[link.numbers()[i]] * link.values()[i] * scale;
    }
    for (int k = 0; k < NUMBERS; k++) {
      sum += numbers[k] * inputs[k];
    }
    return sum;
  }

  private static double scale(Words link) {
    double norm = 0;
    for (float value : link.values()) {
      norm += value * value;
    }
    return norm == 0 ? 0 : 2 / Math.sqrt(norm);
  }

  private static double[] inputs(Surroundings around) {
    return new double[] {
      logit(around.parents),
      logit(around.best),
      logit(around.folder),
      logit(around.host),
      logit(around.words)
    };
  }

  private static double logit(double share) {
    double inside = Math.clamp(share, LEAST, 1 - LEAST);
    return Math.log(inside / (1 - inside));
  }

  /// The page that the link leads to was read.
  public void learn(Words link, Surroundings around, double relevance) {
    double[] inputs = inputs(around);
    double error = relevance - 1 / (1 + Math.exp(-sum(link, inputs)));
    double scale = scale(link);
    for (int i = 0; i < link.numbers().length; i++) {
      int number = link.numbers()[i];
      double slope = error * link.values()[i] * scale;
      gradients[number] += (float) (slope * slope);
      weights[number] += (float) (RATE * slope / (0.1 + Math.sqrt(gradients[number])));
    }
    for (int k = 0; k < NUMBERS; k++) {
      double slope = error * inputs[k] * 0.2;
      numberGradients[k] += slope * slope;
      numbers[k] += 0.05 * slope / (0.1 + Math.sqrt(numberGradients[k]));
      numbers[k] = Math.max(0, numbers[k]);
    }
    biasGradient += error * error;
    bias += RATE * error / (0.3 + Math.sqrt(biasGradient));
  }
}
