package nephila.refresh;

/// Who wants to see it happen. Called from the thread of [RefreshRun#run].
public interface RefreshListener {
  RefreshListener SILENT = new RefreshListener() {};

  /// A page was answered.
  default void answered(String url, PageAnswer answer) {}

  /// How it stands; called often.
  default void progress(RefreshFindings findings) {}
}
