package nephila.cli.graph;

import java.nio.file.Path;
import nephila.cli.Console;
import nephila.formats.GraphReader;
import nephila.formats.LoadedGraph;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// How to read a graph file: what every verb that takes one has in common. Use as a `@Mixin`.
public final class GraphOptions {
  @Option(
      names = "--names",
      description = "Take the columns of an edge list as names even where they are numbers.")
  boolean names;

  @Option(
      names = "--weights",
      description = "Read the third column of an edge list as the weight of the link.")
  boolean weights;

  @Option(
      names = "--urls",
      paramLabel = "FILE",
      description = "Names of the pages: line i for page i (.gz and .zst too).")
  @Nullable Path urls;

  @Option(
      names = "--temp",
      paramLabel = "DIR",
      description = "Folder for temporary files of graphs larger than memory.")
  @Nullable Path temporary;

  public LoadedGraph open(String file, Console console) {
    GraphReader reader =
        new GraphReader()
            .names(names)
            .weights(weights)
            .urls(urls)
            .stdin(System.in)
            .progress(console.progress());
    if (temporary != null) {
      reader.temporary(temporary);
    }
    return reader.open(file);
  }
}
