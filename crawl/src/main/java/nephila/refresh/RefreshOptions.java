package nephila.refresh;

import java.time.Duration;
import nephila.UserError;
import nephila.config.CrawlConfig;
import nephila.liverank.Order;
import nephila.liverank.Sample;

/// How far to go and how to behave. Made by [#usual] and the `with` methods.
///
/// @param until share of the living to find, 0 to go on to the last page
/// @param confidence with which it must be reached
/// @param budget requests in all, 0 for no limit
/// @param head whether HEAD may stand for GET where a host proves to answer it honestly
/// @param seed of everything random
/// @param plan in which order to ask, for what, and what closed pages count for
/// @param patience how long to wait at the end for hosts that are out of order, since the last of
///   them answered
/// @param settings agent, contact, delay, time-out, private addresses, and how many hosts are asked
///   at a time, as for a crawl
public record RefreshOptions(
    double until,
    double confidence,
    long budget,
    boolean head,
    long seed,
    Plan plan,
    Duration patience,
    CrawlConfig settings) {

  /// @param order in which pages are asked
  /// @param sample the training set of the orders that have one
  /// @param find what is looked for
  /// @param closed what closed pages count for
  public record Plan(Order order, Sample sample, RefreshGoal find, ClosedPolicy closed) {
    /// The learned order, looking for the living, closed pages apart.
    public static final Plan USUAL =
        new Plan(Order.LEARNED, Sample.ONE_PERCENT, RefreshGoal.ALIVE, ClosedPolicy.APART);
  }

  public static RefreshOptions usual() {
    return new RefreshOptions(
        0,
        0.9,
        0,
        true,
        1,
        Plan.USUAL,
        Duration.ofMinutes(1),
        CrawlConfig.usual().with("timeout", "30s"));
  }

  public RefreshOptions {
    if (!(until >= 0 && until <= 1)) {
      throw new UserError("until " + until + ": it must be a share of the living, like 0.9");
    }
    if (!(confidence > 0 && confidence < 1)) {
      throw new UserError("confidence " + confidence + ": it must lie between 0 and 1, like 0.9");
    }
    if (budget < 0) {
      throw new UserError("budget " + budget + ": it must be a number of requests, like 5000");
    }
    if (patience.isNegative()) {
      throw new UserError("patience " + patience + ": it must be a length of time, like 1m");
    }
  }

  public RefreshOptions withUntil(double share, double sure) {
    return new RefreshOptions(share, sure, budget, head, seed, plan, patience, settings);
  }

  public RefreshOptions withBudget(long requests) {
    return new RefreshOptions(until, confidence, requests, head, seed, plan, patience, settings);
  }

  public RefreshOptions withHead(boolean allowed) {
    return new RefreshOptions(until, confidence, budget, allowed, seed, plan, patience, settings);
  }

  public RefreshOptions withSeed(long other) {
    return new RefreshOptions(until, confidence, budget, head, other, plan, patience, settings);
  }

  public RefreshOptions withPlan(Plan other) {
    return new RefreshOptions(until, confidence, budget, head, seed, other, patience, settings);
  }

  public RefreshOptions withPatience(Duration other) {
    return new RefreshOptions(until, confidence, budget, head, seed, plan, other, settings);
  }

  public RefreshOptions withSettings(CrawlConfig others) {
    return new RefreshOptions(until, confidence, budget, head, seed, plan, patience, others);
  }
}
