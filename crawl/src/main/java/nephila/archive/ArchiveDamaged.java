package nephila.archive;

import java.io.IOException;
import java.nio.file.Path;

/// A file of the archive is not what it was when it was written.
public final class ArchiveDamaged extends IOException {
  private static final long serialVersionUID = 1L;

  public ArchiveDamaged(Path file, long offset, String what) {
    super(file + ": byte " + offset + ": " + what);
  }
}
