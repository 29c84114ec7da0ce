package nephila.fetch;

/// How an exchange ended.
public sealed interface Outcome {
  /// The server sent a whole response head; the body may still be cut (see [Exchange#truncation]).
  record Answered(int status) implements Outcome {}

  /// There is no response.
  ///
  /// @param detail one line for people, free of control characters
  record Failed(Failure kind, String detail) implements Outcome {}
}
