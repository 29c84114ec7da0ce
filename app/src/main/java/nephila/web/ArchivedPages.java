package nephila.web;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/// Where archived copies come from.
@FunctionalInterface
public interface ArchivedPages {
  /// For crawls that keep no archive.
  ArchivedPages NONE = url -> Optional.empty();

  /// The newest copy of the page.
  Optional<Copy> newest(String url) throws IOException;

  /// A page as it was received, its content decoded.
  ///
  /// @param type the content type as the server gave it
  record Copy(byte[] content, String type, Instant read) {}
}
