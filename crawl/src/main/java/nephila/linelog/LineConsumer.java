package nephila.linelog;

/// Takes the lines of a log, oldest first, each as it was written.
@FunctionalInterface
public interface LineConsumer {
  /// Takes a line; false when it says nothing to this reader, which is told as a fault then.
  boolean take(String line);
}
