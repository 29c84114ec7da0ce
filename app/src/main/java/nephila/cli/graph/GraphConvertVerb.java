package nephila.cli.graph;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import nephila.UserError;
import nephila.cli.FileToWrite;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.formats.GraphFormat;
import nephila.formats.GraphWriter;
import nephila.formats.LoadedGraph;
import nephila.graph.PageNames;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `nephila graph convert`: writes a graph in another format.
@Command(
    name = "convert",
    description = "Write a graph in another format; a graph larger than memory is sorted in files.",
    footer = {
      "  nephila graph convert links.txt.gz web.csr --urls urls.txt.gz",
      "  nephila graph convert web.csr web.graph --urls-out web.urls.gz",
    })
public final class GraphConvertVerb extends Verb {
  @Parameters(index = "0", paramLabel = "IN", description = "The graph to read; - is an edge list.")
  String in = "-";

  @Parameters(
      index = "1",
      paramLabel = "OUT",
      description =
          "The file to write: .txt .tsv .edges (.gz .zst), .csr or .graph; - for standard output.")
  String out = "-";

  @Mixin GraphOptions options = new GraphOptions();

  @Option(
      names = "--to",
      paramLabel = "FORMAT",
      description = "${COMPLETION-CANDIDATES}; by default as OUT ends.")
  @Nullable GraphFormat to;

  @Option(
      names = "--names-out",
      description = "Write an edge list with the pages' names instead of their numbers.")
  boolean namesOut;

  @Option(
      names = "--urls-out",
      converter = FileToWrite.class,
      paramLabel = "FILE",
      description = "Write the pages' names to a file of their own, line i for page i.")
  @Nullable Path urlsOut;

  @Option(names = "--transpose", description = "Turn every link round.")
  boolean transpose;

  @Override
  public Integer call() {
    GraphFormat format = WrongUse.typed(() -> GraphFormat.of(to, out));
    if (!out.equals("-")) {
      refuseItself();
    }
    if (options.temporary == null && !out.equals("-")) {
      options.temporary = Path.of(out).toAbsolutePath().getParent();
    }
    LoadedGraph loaded = options.open(in, console());
    LoadedGraph written = transpose ? loaded.transposed() : loaded;
    PageNames names = loaded.names().orElse(null);
    if (urlsOut != null && names == null) {
      throw new UserError(loaded.source() + ": has no names for --urls-out");
    }
    GraphWriter writer = new GraphWriter(console().progress()).names(namesOut);
    if (out.equals("-")) {
      writer.writeEdges(written.graph(), names, console().bytes());
    } else {
      writer.write(written.graph(), names, Path.of(out), format);
    }
    if (urlsOut != null && names != null) {
      GraphWriter.writeNames(names, urlsOut);
    } else if (names != null && !namesOut && format != GraphFormat.CSR) {
      console().err("nephila: names are not in %s; --urls-out FILE or --names-out keeps them", out);
    }
    console()
        .err(
            "%,d pages, %,d links, %,d doubled links dropped",
            loaded.graph().pages(), loaded.graph().links(), loaded.counts().doubled());
    return DONE;
  }

  /// What is not read, as names and weights may be, would be lost.
  private void refuseItself() {
    Path from = Path.of(in);
    Path to = Path.of(out);
    try {
      if (Files.exists(from) && Files.exists(to) && Files.isSameFile(from, to)) {
        throw new WrongUse(out + ": is the graph that is read; write to another file");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
