package nephila.cli.graph;

import nephila.cli.Verb;
import picocli.CommandLine.Command;

/// `nephila graph`: looks at, converts and makes link graphs.
@Command(
    name = "graph",
    description = "Look at, convert and make link graphs.",
    footer = {
      "  nephila graph info web.txt.gz             pages, links, degrees, components",
      "  nephila graph convert web.txt.gz web.csr  the format that opens at once",
    },
    subcommands = {GraphInfoVerb.class, GraphConvertVerb.class, GraphGenerateVerb.class})
public final class GraphVerb extends Verb {
  @Override
  public Integer call() {
    console().err("nephila graph: info, convert or generate?");
    console().err("Try 'nephila graph --help'.");
    return WRONG_USE;
  }
}
