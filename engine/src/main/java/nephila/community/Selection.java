package nephila.community;

import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import nephila.UserError;
import nephila.community.worth.WorthMethod;

/// Which pages of the frontier to fetch next, and with it how the local domain is ranked.
public enum Selection {
  /// Ours: half by the rank of a page times what a unit of rank there is predicted to be worth to
  /// L, half as SC.
  WORTH("worth"),
  /// SC-SELECT with the table of norms, its slips corrected.
  SC("sc"),
  /// SC-SELECT with exact norms.
  SC_EXACT("sc-exact"),
  /// SC-SELECT to the letter of Algorithm 3.
  SC_AS_WRITTEN("sc-as-written"),
  /// The simple one-step method that the paper sets against the stochastic complement.
  ONE_STEP("one-step"),
  /// PF-SELECT: the rank that flows to the page.
  PF("pf"),
  /// The same as Cho and others have it, o[k] in the place of o[k] + 1.
  CHO("cho"),
  /// OUTLINKCOUNT: the number of links to the page.
  OUTLINK("outlink"),
  /// RANDOM.
  RANDOM("random");

  private final String typed;

  Selection(String typed) {
    this.typed = typed;
  }

  /// The selection of that name, as typed on a command line.
  public static Selection named(String name) {
    String wanted = name.toLowerCase(Locale.ROOT);
    for (Selection selection : values()) {
      if (selection.typed.equals(wanted)) {
        return selection;
      }
    }
    throw new UserError(
        "no selection '"
            + name
            + "': it is one of "
            + Arrays.stream(values()).map(Selection::toString).collect(Collectors.joining(", ")));
  }

  @Override
  public String toString() {
    return typed;
  }

  Method method(double damping, long seed) {
    return switch (this) {
      case WORTH -> new WorthMethod(damping, complement(damping, StochasticComplement.Norm.EXACT));
      case SC -> complement(damping, StochasticComplement.Norm.TABLE);
      case SC_EXACT -> complement(damping, StochasticComplement.Norm.EXACT);
      case SC_AS_WRITTEN ->
          new PaperMethod(
              damping,
              new StochasticComplement(
                  StochasticComplement.Reading.AS_WRITTEN,
                  StochasticComplement.Norm.TABLE,
                  StochasticComplement.CELLS));
      case ONE_STEP ->
          new PaperMethod(
              damping,
              new StochasticComplement(
                  StochasticComplement.Reading.ONE_STEP, StochasticComplement.Norm.EXACT, 0));
      case CHO -> new PaperMethod(damping, FlowScores::flowOfCho);
      case PF -> new PaperMethod(damping, FlowScores::flow);
      case OUTLINK -> new PaperMethod(damping, FlowScores::outlinkCount);
      case RANDOM -> new PaperMethod(damping, FlowScores.random(new Random(seed)));
    };
  }

  private static Method complement(double damping, StochasticComplement.Norm norm) {
    return new PaperMethod(
        damping,
        new StochasticComplement(
            StochasticComplement.Reading.CORRECTED, norm, StochasticComplement.CELLS));
  }
}
