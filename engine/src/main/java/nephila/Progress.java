package nephila;

/// Where long work tells how far it is. Called from one thread, often: implementations throttle.
@FunctionalInterface
public interface Progress {
  /// For callers who do not look.
  Progress SILENT = (what, done, total) -> {};

  /// Reports that `done` of `total` units of `what` are done; `total` is −1 where it is not known.
  void at(String what, long done, long total);
}
