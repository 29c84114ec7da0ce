package nephila.frontier.growth;

import java.util.List;
import java.util.function.IntUnaryOperator;
import nephila.frontier.HostDiscount;

/// Learns from the pages read so far what unread pages will be worth in the end.
///
/// What they are worth already is their credit and what they received, after stored rows were
/// pushed. How much that grows is learned ([Growth]) by the kind of page, the links to it, and how
/// large, how well read and how important its families are: its directory or nearest siblings, its
/// host and the links that lead there from other hosts ([Families]).
///
/// [#look] counts what is known now and learns, in a pass over the pages; until the next one [#of]
/// follows what a page is worth itself, and pages that became known since are taken for new ones of
/// their families. The caller has families that were read a lot take turns ([HostDiscount]).
///
/// Memory: 4⅛ bytes a page, 52 bytes a family, at most 4 MB of samples. Single writer.
/// `docs/decisions/frontier-order.md` 023, 031 to 034, 036 and 038 tell what else was tried.
public final class ExpectedWorth {
  private final Families families;
  private final Growth growth;
  private final float[] features;

  /// `levels` gives the directory of a page, then its host; `kindOf` its [UrlKind].
  public ExpectedWorth(
      KnownPages pages, List<IntUnaryOperator> levels, int kinds, IntUnaryOperator kindOf) {
    this.families = new Families(pages, levels, kinds, kindOf);
    this.growth = families.growth();
    this.features = new float[families.features()];
  }

  /// Counts what is known now, and learns. Before the first time nothing is expected of anybody.
  public void look() {
    families.look();
    growth.learn(families);
    families.weigh(growth);
  }

  /// The expected worth of the page, in credits.
  public double of(int page) {
    return families.expected(growth, page);
  }

  /// The page will be read next: it teaches how pages like it grow.
  public void chosen(int page) {
    families.features(page, features);
    growth.chosen(page, features, families.logWorth(page));
  }

  /// How many pages of each of the closest families were read, when it last looked.
  public int[] reads() {
    return families.reads();
  }

  /// The state of the model, for [#resume].
  public double[] learned() {
    return growth.weights();
  }

  /// Goes on with what an earlier run had learned; what does not fit is not taken.
  public void resume(double[] learned) {
    growth.resume(learned);
  }
}
