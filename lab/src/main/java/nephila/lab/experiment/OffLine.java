package nephila.lab.experiment;

/// The two iterations that paper 000 (section 1) has for the off-line computation. It says that its
/// own algorithm computes the vector of the second, and does not say which one it compares with.
enum OffLine {
  /// x ← L·x/|L·x|.
  DAGGER("†"),
  /// x ← (L + I)·x/|(L + I)·x|, which settles where † swings.
  DAGGER_PRIME("†′");

  private final String shown;

  OffLine(String shown) {
    this.shown = shown;
  }

  @Override
  public String toString() {
    return shown;
  }
}
