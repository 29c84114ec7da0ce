package nephila.cli;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;
import nephila.UserError;
import nephila.formats.UrlLines;
import nephila.liverank.StaticOrders;
import nephila.refresh.OldWeb;

/// A list of the pages of an old crawl in the order in which to ask for them, as `nephila liverank
/// --out` writes it.
public final class OrderFile {
  private OrderFile() {}

  /// All pages of the old crawl: those of the list first, as they stand there, the others by
  /// PageRank behind them. What does not fit is told.
  public static int[] read(Path file, OldWeb old, Console console) {
    ToIntFunction<String> pages = old.pagesByUrl();
    int[] order = new int[old.pages()];
    boolean[] listed = new boolean[old.pages()];
    int[] counts = new int[3]; // listed, unknown, doubled
    String[] firstUnknown = {""};
    boolean cutOff =
        UrlLines.urls(
            file,
            console.progress(),
            line -> {
              int page = pages.applyAsInt(line.url());
              if (page == OldWeb.NO_PAGE) {
                firstUnknown[0] = counts[1]++ == 0 ? at(file, line) : firstUnknown[0];
              } else if (listed[page]) {
                counts[2]++;
              } else {
                listed[page] = true;
                order[counts[0]++] = page;
              }
            });
    if (counts[0] == 0) {
      throw new UserError(
          file
              + ": none of its "
              + counts[1]
              + " URLs is a page of the old crawl; is it the order of another one?");
    }
    if (counts[1] > 0) {
      console.err(
          "%,d URLs are no pages of the old crawl, the first at %s: left out.",
          counts[1], firstUnknown[0]);
    }
    if (counts[2] > 0) {
      console.err("%s lists %,d pages twice: the first place counts.", file, counts[2]);
    }
    if (cutOff || counts[0] < old.pages()) {
      console.err(
          "%s%s lists %,d of %,d pages: the others follow by PageRank.",
          file, cutOff ? " is cut off and" : "", counts[0], old.pages());
    }
    int at = counts[0];
    for (int page : StaticOrders.pageRank(old.snapshot(), new SplittableRandom(0))) {
      if (!listed[page]) {
        order[at++] = page;
      }
    }
    return Arrays.copyOf(order, at);
  }

  static String at(Path file, UrlLines.Line line) {
    return file + ":" + line.number() + " (" + line.url() + ")";
  }
}
