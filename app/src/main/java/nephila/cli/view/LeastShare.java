package nephila.cli.view;

import nephila.cli.WrongUse;

/// A share typed as 0.15 or 15%.
public final class LeastShare {
  private LeastShare() {}

  /// @throws WrongUse for what is none, naming the option
  public static double of(String option, String typed) {
    try {
      boolean percent = typed.endsWith("%");
      double number = Double.parseDouble(percent ? typed.substring(0, typed.length() - 1) : typed);
      double share = percent ? number / 100 : number;
      if (share > 0 && share <= 1) {
        return share;
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw new WrongUse(option + " " + typed + ": must be above 0 and at most 1, like 0.15 or 15%");
  }
}
