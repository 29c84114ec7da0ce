package nephila.store;

/// The state on disk is not what was written: told with the place, and what is safe.
public final class BrokenState extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BrokenState(String message) {
    super(message);
  }
}
