package nephila.lab.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import nephila.graph.CsrGraph;
import nephila.lab.simulation.ChangingWeb;
import nephila.rank.PageRank;
import nephila.rank.RankOptions;
import org.jspecify.annotations.Nullable;

/// A web whose time goes on by a step with every page that is read, with the truth at some moments.
interface MovingWeb {
  int pages();

  boolean exists(int page);

  int[] row(int page);

  /// A page was read: time goes on.
  void tick();

  /// From where a crawl starts.
  List<Integer> seeds();

  /// The truth, when it is time to measure: importance by page, 0 for pages that do not exist. Null
  /// at all other times.
  double @Nullable [] truthNow();

  /// What the axis of a chart says for now: a year, or reads a page.
  double now();

  long reads();

  /// The papers' kind of change ([ChangingWeb]); measured after each N reads.
  static MovingWeb power(int pages, double rate, int crawls) {
    SplittableRandom random = new SplittableRandom(1);
    var web = new ChangingWeb(Model.POWER.graph(pages, 1), rate, random.split());
    List<Integer> all = new ArrayList<>();
    for (int page = 0; page < pages; page++) {
      all.add(page);
    }
    return new MovingWeb() {
      private long ticks;

      @Override
      public int pages() {
        return pages;
      }

      @Override
      public boolean exists(int page) {
        return true;
      }

      @Override
      public int[] row(int page) {
        return web.row(page);
      }

      @Override
      public void tick() {
        ticks++;
        web.tick();
      }

      @Override
      public List<Integer> seeds() {
        return all;
      }

      @Override
      public double @Nullable [] truthNow() {
        return ticks % pages == 0 ? web.importance() : null;
      }

      @Override
      public double now() {
        return (double) ticks / pages;
      }

      @Override
      public long reads() {
        return (long) crawls * pages;
      }
    };
  }

  /// A site's history, so many reads a day, from the day on that its front page exists. Pages that
  /// no path of links from the front page has led to so far do not count.
  final class Site implements MovingWeb {
    private static final int MEASURED_EVERY_DAYS = 182;
    private static final double DAYS_A_YEAR = 365.2425;

    private final SiteHistory history;
    private final int front;
    private final double readsPerDay;
    private final long firstDay;
    private final SiteNow site;
    private final boolean[] found;
    private double days;
    private long measured;

    Site(SiteHistory history, int front, double readsPerDay) {
      this.history = history;
      this.front = front;
      this.readsPerDay = readsPerDay;
      this.firstDay =
          history.events().stream()
                  .filter(e -> e.page() == front)
                  .findFirst()
                  .orElseThrow()
                  .unixTime()
              / 86_400;
      this.site = new SiteNow(history);
      this.found = new boolean[history.pages()];
      goTo(firstDay);
      this.measured = firstDay;
    }

    private void goTo(long day) {
      site.goTo(day, page -> {});
    }

    @Override
    public int pages() {
      return history.pages();
    }

    @Override
    public boolean exists(int page) {
      return site.exists(page);
    }

    @Override
    public int[] row(int page) {
      return site.row(page);
    }

    @Override
    public void tick() {
      days += 1 / readsPerDay;
      long day = firstDay + (long) days;
      if (day / 7 != (firstDay + (long) (days - 1 / readsPerDay)) / 7) {
        find(page -> {});
      }
      goTo(day);
    }

    /// Follows links from the front page.
    private void find(IntConsumer heard) {
      boolean[] seen = new boolean[found.length];
      int[] stack = new int[found.length];
      int top = 0;
      if (site.exists(front)) {
        seen[front] = true;
        stack[top++] = front;
      }
      while (top > 0) {
        int page = stack[--top];
        if (!found[page]) {
          found[page] = true;
          heard.accept(page);
        }
        for (int target : site.row(page)) {
          if (!seen[target] && site.exists(target)) {
            seen[target] = true;
            stack[top++] = target;
          }
        }
      }
    }

    @Override
    public List<Integer> seeds() {
      return List.of(front);
    }

    @Override
    public double @Nullable [] truthNow() {
      long day = firstDay + (long) days;
      if (day < measured + MEASURED_EVERY_DAYS) {
        return null;
      }
      measured = day;
      find(page -> {});
      int[][] rows = new int[found.length][];
      for (int page = 0; page < rows.length; page++) {
        rows[page] = counts(page) ? site.row(page) : new int[0];
      }
      double[] rank = PageRank.solve(CsrGraph.of(rows), RankOptions.DEFAULTS).values();
      double sum = 0;
      for (int page = 0; page < rank.length; page++) {
        rank[page] = counts(page) ? rank[page] : 0;
        sum += rank[page];
      }
      for (int page = 0; page < rank.length; page++) {
        rank[page] /= sum;
      }
      return rank;
    }

    private boolean counts(int page) {
      return found[page] && site.exists(page);
    }

    @Override
    public double now() {
      return 1970 + (firstDay + days) / DAYS_A_YEAR;
    }

    @Override
    public long reads() {
      return (long) ((history.lastDay() - firstDay) * readsPerDay);
    }
  }
}
