package nephila.lab.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import nephila.frontier.FrontierContract;
import nephila.frontier.FrontierLaw;
import nephila.frontier.FrontierSubject;

/// The frontier of simulated crawls, where every page can be read at any time.
class SimulatedFrontierContractTest extends FrontierContract {
  private static final int MOST = 1000;

  @Override
  protected List<Candidate> candidates() {
    return List.of(
        new Candidate("oracle", terms -> new Subject())
            .without(
                "it knows no hosts and no time",
                FrontierLaw.NOT_BEFORE_DUE,
                FrontierLaw.WHEN_DUE,
                FrontierLaw.ONE_CONNECTION,
                FrontierLaw.TWO_CONNECTIONS,
                FrontierLaw.HOST_TURNS,
                FrontierLaw.SITE_SHARE)
            .without(
                "pages are read one after the other",
                FrontierLaw.UNDER_WAY,
                FrontierLaw.RISE,
                FrontierLaw.FALL,
                FrontierLaw.ONCE,
                FrontierLaw.LAPSE)
            .without("pages stay", FrontierLaw.REMOVED, FrontierLaw.EVICTED)
            .without(
                "pages are read once",
                FrontierLaw.AGAIN,
                FrontierLaw.AGE,
                FrontierLaw.PUT_OFF,
                FrontierLaw.IMPORTANT_AGAIN));
  }

  /// By what pages are worth.
  private static final class Subject implements FrontierSubject {
    private final int[][] rows = new int[MOST][0];
    private final double[] worth = new double[MOST];
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> urls = new ArrayList<>();
    private final Set<Integer> read = new HashSet<>();
    private final SimulatedFrontier frontier =
        new SimulatedFrontier(rows, new BatchOrder.Known(page -> worth[page]), page -> 0);

    @Override
    public void discover(String url, int credits, long nowMillis) {
      int page = numbers.computeIfAbsent(url, u -> urls.size());
      if (page == urls.size()) {
        urls.add(url);
      }
      worth[page] = credits;
      frontier.discovered(page);
    }

    @Override
    public void pay(String url, int credits, long nowMillis) {
      worth[numbers.get(url)] += credits;
    }

    @Override
    public String take(long nowMillis) {
      int[] best = frontier.best(1);
      return best.length == 0 ? null : urls.get(best[0]);
    }

    @Override
    public void read(String url, long nowMillis, long hostDueMillis) {
      if (!read.add(numbers.get(url))) {
        throw new AssertionError(url + " is read twice");
      }
      frontier.read(numbers.get(url));
    }

    @Override
    public void failed(String url, long nowMillis, long hostDueMillis) {}

    @Override
    public void close() {}
  }
}
