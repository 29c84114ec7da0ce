package nephila.refresh;

import nephila.UserError;
import nephila.config.CrawlConfig;

/// How far to go and how to behave. Made by [#usual] and the `with` methods.
///
/// @param until share of the living to find, 0 to go on to the last page
/// @param confidence with which it must be reached
/// @param budget requests in all, 0 for no limit
/// @param head whether HEAD may stand for GET where a host proves to answer it honestly
/// @param seed of everything random
/// @param settings agent, contact, delay, time-out, private addresses, and how many hosts are asked
///   at a time, as for a crawl
public record RefreshOptions(
    double until, double confidence, long budget, boolean head, long seed, CrawlConfig settings) {

  public static RefreshOptions usual() {
    return new RefreshOptions(0, 0.9, 0, true, 1, CrawlConfig.usual().with("timeout", "30s"));
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
  }

  public RefreshOptions withUntil(double share, double sure) {
    return new RefreshOptions(share, sure, budget, head, seed, settings);
  }

  public RefreshOptions withBudget(long requests) {
    return new RefreshOptions(until, confidence, requests, head, seed, settings);
  }

  public RefreshOptions withHead(boolean allowed) {
    return new RefreshOptions(until, confidence, budget, allowed, seed, settings);
  }

  public RefreshOptions withSeed(long other) {
    return new RefreshOptions(until, confidence, budget, head, other, settings);
  }

  public RefreshOptions withSettings(CrawlConfig others) {
    return new RefreshOptions(until, confidence, budget, head, seed, others);
  }
}
