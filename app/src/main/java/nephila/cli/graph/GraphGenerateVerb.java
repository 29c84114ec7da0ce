package nephila.cli.graph;

import java.nio.file.Path;
import nephila.cli.FileToWrite;
import nephila.cli.Verb;
import nephila.cli.WrongUse;
import nephila.formats.GraphFormat;
import nephila.formats.GraphWriter;
import nephila.graph.generate.GraphGenerator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `nephila graph generate`: makes a graph from a seed.
@Command(
    name = "generate",
    description = "Make a graph; the same settings give the same bytes on any machine.",
    footer = {
      "  nephila graph generate --model web --pages 100000 --out web.csr",
      "  nephila graph generate --model power --pages 1000000 --mean-degree 20 --seed 7 --out"
          + " p.txt.gz",
    })
public final class GraphGenerateVerb extends Verb {
  enum Model {
    power,
    poisson,
    web
  }

  @Option(
      names = "--model",
      required = true,
      description = "power: in-degree ~ k^-2.1; poisson; web: hosts, directories and names.")
  Model model = Model.power;

  @Option(names = "--pages", required = true, paramLabel = "N", description = "How many pages.")
  int pages;

  @Option(
      names = "--mean-degree",
      paramLabel = "M",
      defaultValue = "10",
      description = "Links a page, on average (default 10).")
  double meanDegree;

  @Option(
      names = "--hosts",
      paramLabel = "N",
      description = "About so many hosts of the model web; without, one for every 15 to 25 pages.")
  @Nullable Integer hosts;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "Another seed, another graph (default 1).")
  long seed;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      defaultValue = "-",
      description = "Where to write, in the format of its ending; standard output by default.")
  String out = "-";

  @Option(names = "--to", paramLabel = "FORMAT", description = "${COMPLETION-CANDIDATES}.")
  @Nullable GraphFormat to;

  @Option(
      names = "--urls-out",
      converter = FileToWrite.class,
      paramLabel = "FILE",
      description =
          "Where to write the names of the model web, line i for page i; by default into the graph,"
              + " or beside it as NAME.urls.gz where its format has no room for names.")
  @Nullable Path urlsOut;

  private GraphGenerator generator() {
    return switch (model) {
      case power -> GraphGenerator.power(pages, meanDegree, seed);
      case poisson -> GraphGenerator.poisson(pages, meanDegree, seed);
      case web ->
          hosts == null
              ? GraphGenerator.web(pages, meanDegree, seed)
              : GraphGenerator.web(pages, hosts, meanDegree, seed);
    };
  }

  @Override
  public Integer call() {
    GraphFormat format = WrongUse.typed(() -> GraphFormat.of(to, out));
    if (hosts != null && model != Model.web) {
      throw new WrongUse("--hosts " + hosts + ": only the model web has hosts, not " + model);
    }
    GraphGenerator generator = WrongUse.typed(this::generator);
    if (urlsOut != null && !generator.named()) {
      throw new WrongUse("--urls-out: only the model web has names, not " + model);
    }
    GraphWriter writer = new GraphWriter(console().progress());
    if (out.equals("-")) {
      writer.writeEdges(generator, console().bytes());
    } else {
      writer.write(generator, Path.of(out), format);
    }
    if (urlsOut != null) {
      GraphWriter.writeNames(generator, urlsOut);
    } else if (generator.named() && format != GraphFormat.CSR && !out.equals("-")) {
      console().err("nephila: names are in %s", GraphWriter.writeNamesBeside(generator, out));
    }
    return DONE;
  }
}
