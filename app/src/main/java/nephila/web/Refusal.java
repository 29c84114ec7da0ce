package nephila.web;

/// A request that is answered with an error of the 4xx kind: what was wrong with it, in one line.
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;

  Refusal(int status, String message) {
    super(message, null, false, false);
    this.status = status;
  }

  int status() {
    return status;
  }
}
