package nephila.refresh;

import java.time.Duration;

/// Who wants to see it happen. Called from the thread of [RefreshRun#run].
public interface RefreshListener {
  RefreshListener SILENT = new RefreshListener() {};

  /// A page was answered.
  default void answered(String url, PageAnswer answer) {}

  /// So many pages were put off because their hosts are out of order or too slow; they are asked
  /// for once more now, and waited for while one of them answers within `patience`.
  default void asksAgain(int pages, int hosts, Duration patience) {}

  /// How it stands; called often.
  default void progress(RefreshFindings findings) {}
}
