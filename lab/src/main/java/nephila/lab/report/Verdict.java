package nephila.lab.report;

/// What became of a claim.
public enum Verdict {
  HOLDS("holds"),
  PARTLY("partly"),
  FAILS("does not hold");

  private final String shown;

  Verdict(String shown) {
    this.shown = shown;
  }

  /// `HOLDS` or `FAILS`.
  public static Verdict of(boolean holds) {
    return holds ? HOLDS : FAILS;
  }

  /// `HOLDS` when all do, `FAILS` when none does.
  public static Verdict of(int holding, int all) {
    return holding == 0 ? FAILS : holding == all ? HOLDS : PARTLY;
  }

  @Override
  public String toString() {
    return shown;
  }
}
