package nephila.cli;

import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// The name of a file that standard output cannot stand for, refused before any work is done.
public final class FileToWrite implements ITypeConverter<Path> {
  @Override
  public Path convert(String typed) {
    if (typed.equals("-")) {
      throw new TypeConversionException(
          "standard output does not get this; give a file, or ./- of that name");
    }
    return Path.of(typed);
  }
}
