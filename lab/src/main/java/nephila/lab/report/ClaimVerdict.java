package nephila.lab.report;

/// What became of a claim.
public enum ClaimVerdict {
  HOLDS("holds"),
  PARTLY("partly"),
  FAILS("does not hold");

  private final String shown;

  ClaimVerdict(String shown) {
    this.shown = shown;
  }

  /// `HOLDS` or `FAILS`.
  public static ClaimVerdict of(boolean holds) {
    return holds ? HOLDS : FAILS;
  }

  /// `HOLDS` when all do, `FAILS` when none does.
  public static ClaimVerdict of(int holding, int all) {
    return holding == 0 ? FAILS : holding == all ? HOLDS : PARTLY;
  }

  @Override
  public String toString() {
    return shown;
  }
}
