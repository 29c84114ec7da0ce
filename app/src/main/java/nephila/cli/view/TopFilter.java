package nephila.cli.view;

import nephila.view.PageRanking;
import picocli.CommandLine.Option;

/// Which pages `top` lists: one of these at most.
public final class TopFilter {
  @Option(names = "--unread", description = "Only pages still to be read.")
  boolean unread;

  @Option(names = "--read", description = "Only pages that were read.")
  boolean read;

  @Option(
      names = "--in-scope",
      description = "Only pages that may be read: neither out of scope nor forbidden nor given up.")
  boolean inScope;

  @Option(names = "--all", description = "By importance alone, whatever may be read.")
  boolean all;

  boolean isGiven() {
    return unread || read || inScope || all;
  }

  public PageRanking.Which which() {
    return unread
        ? PageRanking.Which.UNREAD
        : read
            ? PageRanking.Which.READ
            : inScope
                ? PageRanking.Which.IN_SCOPE
                : all ? PageRanking.Which.ALL : PageRanking.Which.READABLE_FIRST;
  }
}
