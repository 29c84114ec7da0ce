package nephila.graph;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import nephila.UserError;

/// A file that appears whole or not at all: it is written under a temporary name in the same folder
/// and moved into place by [#commit]; [#close] without it deletes what was written, and so does the
/// end of the process. Where the name is a link to a file, that file is replaced and the link
/// stays. A pipe or a device such as `/dev/null` is written to as it is, and never replaced.
public final class NewFile implements AutoCloseable {
  private final Path named;
  private final Path target;
  private final Path temporary;
  private final boolean direct;
  private boolean committed;

  public NewFile(Path named) {
    if (named.toString().equals("-")) {
      throw new UserError("-: standard output does not get this; give a file, or ./- of that name");
    }
    if (Files.isDirectory(named)) {
      throw new UserError(named + ": is a directory; give the name of a file to write");
    }
    this.named = named;
    direct = Files.exists(named) && !Files.isRegularFile(named);
    target = direct ? named : followed(named);
    if (direct) {
      temporary = target;
    } else {
      String name = "." + target.getFileName() + "." + UUID.randomUUID() + ".tmp";
      temporary = target.resolveSibling(name);
      temporary.toFile().deleteOnExit();
    }
  }

  private static Path followed(Path named) {
    try {
      return Files.isSymbolicLink(named) ? named.toRealPath() : named;
    } catch (IOException e) {
      // A link that leads nowhere is replaced itself.
      return named;
    }
  }

  /// Where to write until [#commit].
  public Path temporary() {
    return temporary;
  }

  /// The file's channel, empty, for writing and reading.
  public FileChannel channel() {
    if (direct) {
      throw new UserError(named + ": is no file, and this format needs one; give another name");
    }
    try {
      return FileChannel.open(
          temporary,
          StandardOpenOption.CREATE_NEW,
          StandardOpenOption.WRITE,
          StandardOpenOption.READ);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /// Moves the file into place, over one that is there.
  public void commit() {
    try {
      if (!direct) {
        Files.move(
            temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      }
      committed = true;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /// What to throw when writing failed: names the file the user asked for.
  public UserError failed(IOException e) {
    return cannotWrite(named, e);
  }

  /// What to throw when writing `file` failed.
  public static UserError cannotWrite(Path file, IOException e) {
    String why = e.getMessage();
    if (e instanceof java.nio.file.NoSuchFileException) {
      why = "no such folder";
    } else if (e instanceof java.nio.file.AccessDeniedException) {
      why = "permission denied";
    } else if (why == null || why.isEmpty()) {
      why = e.getClass().getSimpleName();
    } else {
      why = why.replaceFirst("^.*\\.tmp: ", "");
    }
    return new UserError(file + ": cannot be written: " + why + "; nothing was left behind", e);
  }

  @Override
  public void close() {
    if (!committed && !direct) {
      try {
        Files.deleteIfExists(temporary);
      } catch (IOException e) {
        // The process's end tries again; the failure that led here is the one to tell.
        assert e != null;
      }
    }
  }
}
