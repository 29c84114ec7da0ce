package nephila.cli.graph;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import nephila.UserError;
import nephila.formats.LoadedGraph;
import nephila.graph.NewFile;
import nephila.graph.PageNames;
import nephila.rank.RankVector;

/// Ranks as text: `page<TAB>value` a line, page being a number, or a name where the graph has
/// names; `#` starts a comment. Packed with gzip where the name ends in `.gz`.
public final class RankFile {
  private RankFile() {}

  /// Writes the pages in their order, to a file that appears when it is complete; `-` is standard
  /// output.
  public static void write(
      String file, OutputStream stdout, LoadedGraph graph, RankVector rank, int[] pages) {
    try {
      if (file.equals("-")) {
        Writer writer = writer(stdout);
        writeLines(writer, graph, rank, pages);
        writer.flush();
        return;
      }
      try (NewFile whole = new NewFile(Path.of(file))) {
        OutputStream bytes = Files.newOutputStream(whole.temporary());
        try (Writer writer = writer(file.endsWith(".gz") ? new GZIPOutputStream(bytes) : bytes)) {
          writeLines(writer, graph, rank, pages);
        }
        whole.commit();
      }
    } catch (IOException e) {
      throw NewFile.cannotWrite(Path.of(file), e);
    }
  }

  private static Writer writer(OutputStream to) {
    return new BufferedWriter(new OutputStreamWriter(to, StandardCharsets.UTF_8), 1 << 16);
  }

  private static void writeLines(Writer writer, LoadedGraph graph, RankVector rank, int[] pages)
      throws IOException {
    for (int page : pages) {
      writer.write(graph.name(page));
      writer.write('\t');
      writer.write(Double.toString(rank.value(page)));
      writer.write('\n');
    }
  }

  /// A value a page, 0 where the file names none. A page that the graph does not have is an error,
  /// or, unless `strict`, left out.
  public static double[] read(Path file, LoadedGraph graph, boolean strict) {
    if (Files.isDirectory(file)) {
      throw new UserError(file + ": is a directory; give a file");
    }
    double[] values = new double[graph.graph().pages()];
    try (BufferedReader reader = open(file)) {
      long number = 0;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        if (!line.isBlank() && !line.startsWith("#")) {
          int page = page(file, number, line, graph);
          if (page >= 0) {
            values[page] = value(file, number, line);
          } else if (strict) {
            String name = line.substring(0, separator(line));
            throw UserError.atLine(
                file.toString(), number, name + " is not a page of " + graph.source());
          }
        }
      }
      return values;
    } catch (FileSystemException e) {
      throw new UncheckedIOException(e);
    } catch (IOException e) {
      throw new UserError(file + ": cannot be read (" + e.getMessage() + ")", e);
    }
  }

  private static BufferedReader open(Path file) throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(file));
    return new BufferedReader(
        new InputStreamReader(
            file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in,
            StandardCharsets.UTF_8));
  }

  /// Where the value's column begins: after the last tab, or the last blank where there is no tab.
  private static int separator(String line) {
    int tab = line.lastIndexOf('\t');
    return tab >= 0 ? tab : line.lastIndexOf(' ');
  }

  private static int page(Path file, long number, String line, LoadedGraph graph) {
    int at = separator(line);
    if (at <= 0) {
      throw UserError.atLine(file.toString(), number, "needs a page, a tab and a value");
    }
    String name = line.substring(0, at);
    PageNames names = graph.names().orElse(null);
    if (names != null) {
      return names.find(name);
    }
    try {
      int page = Integer.parseInt(name.strip());
      return page < graph.graph().pages() ? page : -1;
    } catch (NumberFormatException e) {
      throw UserError.atLine(
          file.toString(), number, "'" + name + "' is not a page number, and pages have no names");
    }
  }

  private static double value(Path file, long number, String line) {
    String text = line.substring(separator(line) + 1);
    try {
      double value = Double.parseDouble(text);
      if (value >= 0 && value < Double.POSITIVE_INFINITY) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Told below, as a value out of range is.
    }
    throw UserError.atLine(
        file.toString(), number, "value '" + text + "': must be a number of at least 0");
  }
}
