package nephila.fetch;

/// Asks a server for a page and says what happened.
///
/// Blocking and thread-safe: call it from one virtual thread per visit. Redirects are not followed;
/// each hop is an exchange of its own.
public interface Fetcher extends AutoCloseable {
  /// One request and its answer. Never throws for what the web does: a failure is an
  /// [Outcome.Failed]. An interrupted thread gets [Failure#CANCELLED] and stays interrupted.
  Exchange fetch(FetchRequest request);

  /// Ends idle and running exchanges; those running fail with [Failure#CANCELLED].
  @Override
  void close();
}
