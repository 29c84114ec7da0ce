package nephila.formats;

import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import nephila.Progress;
import nephila.UserError;
import nephila.formats.bvgraph.BvGraphWriter;
import nephila.graph.CsrFileWriter;
import nephila.graph.LinkGraph;
import nephila.graph.NewFile;
import nephila.graph.PageNames;
import nephila.graph.RowSink;
import nephila.graph.generate.GraphGenerator;
import org.jspecify.annotations.Nullable;

/// Writes graphs. Every file is written under a temporary name and moved into place when it is
/// complete: on any error, a full disk too, nothing is left behind.
public final class GraphWriter {
  private static final int PAGES_A_REPORT = 1 << 12;

  private final Progress progress;
  private boolean names;

  public GraphWriter(Progress progress) {
    this.progress = progress;
  }

  /// Writes an edge list with the pages' names instead of their numbers.
  public GraphWriter names(boolean write) {
    names = write;
    return this;
  }

  /// Writes the graph, and the names where the format holds them.
  public void write(
      LinkGraph graph, @Nullable PageNames pageNames, Path target, GraphFormat format) {
    switch (format) {
      case EDGES -> writeEdges(graph, pageNames, target);
      case CSR -> CsrFileWriter.write(target, graph, pageNames);
      case BVGRAPH -> new BvGraphWriter(target).write(graph);
    }
  }

  private void writeEdges(LinkGraph graph, @Nullable PageNames pageNames, Path target) {
    try (NewFile file = new NewFile(target)) {
      try (TextOutput out = TextOutput.create(file, target)) {
        new EdgeListWriter(out, endpoints(pageNames), progress).write(graph);
        out.finish();
      }
      file.commit();
    }
  }

  /// Writes an edge list to a stream that stays open.
  public void writeEdges(LinkGraph graph, @Nullable PageNames pageNames, OutputStream stream) {
    TextOutput out = TextOutput.to(stream, "standard output");
    new EdgeListWriter(out, endpoints(pageNames), progress).write(graph);
    out.finish();
  }

  /// Writes a generated graph, and its names where the format holds them: links go to the file as
  /// they are made, except for BVGraph.
  public void write(GraphGenerator generator, Path target, GraphFormat format) {
    switch (format) {
      case EDGES -> {
        try (NewFile file = new NewFile(target)) {
          try (TextOutput out = TextOutput.create(file, target)) {
            writeEdges(generator, out);
          }
          file.commit();
        }
      }
      case CSR -> writeCsr(generator, target);
      case BVGRAPH -> new BvGraphWriter(target).write(generator.graph());
    }
  }

  /// Writes a generated graph as an edge list to a stream that stays open.
  public void writeEdges(GraphGenerator generator, OutputStream stream) {
    writeEdges(generator, TextOutput.to(stream, "standard output"));
  }

  private void writeEdges(GraphGenerator generator, TextOutput out) {
    EdgeListWriter writer = new EdgeListWriter(out, null, progress);
    writer.start(generator.pages());
    generator.rows(reported(generator, writer));
    out.finish();
  }

  private void writeCsr(GraphGenerator generator, Path target) {
    try (CsrFileWriter writer = new CsrFileWriter(target, false)) {
      generator.rows(
          reported(
              generator,
              (page, targets, count) -> {
                for (int k = 0; k < count; k++) {
                  writer.link(page, targets[k], 1);
                }
              }));
      generator.names(
          (page, name) -> {
            byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
            writer.name(utf8, 0, utf8.length);
          });
      writer.finish(generator.pages());
    }
  }

  private RowSink reported(GraphGenerator generator, RowSink sink) {
    return (page, targets, count) -> {
      sink.row(page, targets, count);
      if (page % PAGES_A_REPORT == 0) {
        progress.at("generating pages", page, generator.pages());
      }
    };
  }

  /// Writes the names of a generated graph, line i for page i.
  public static void writeNames(GraphGenerator generator, Path target) {
    try (NewFile file = new NewFile(target)) {
      try (TextOutput out = TextOutput.create(file, target)) {
        generator.names(
            (page, name) -> {
              out.put(name);
              out.put('\n');
            });
        out.finish();
      }
      file.commit();
    }
  }

  /// Writes the names into the file beside the graph of that name where [PageNameFile#beside] finds
  /// them. Returns the file.
  public static Path writeNamesBeside(GraphGenerator generator, String graph) {
    Path file = PageNameFile.newBeside(graph);
    writeNames(generator, file);
    return file;
  }

  private @Nullable PageNames endpoints(@Nullable PageNames pageNames) {
    if (names && pageNames == null) {
      throw new UserError("this graph has no names to write; leave --names out or give --urls");
    }
    return names ? pageNames : null;
  }

  /// Writes the names, line i for page i; compressed as the file's ending says.
  public static void writeNames(PageNames pageNames, Path target) {
    try (NewFile file = new NewFile(target)) {
      try (TextOutput out = TextOutput.create(file, target)) {
        for (int page = 0; page < pageNames.size(); page++) {
          out.put(pageNames.utf8(page));
          out.put('\n');
        }
        out.finish();
      }
      file.commit();
    }
  }
}
