package nephila.refresh;

import java.time.Duration;
import nephila.UserError;

/// How far to go and how to behave. Made by [#usual] and the `with` methods.
///
/// @param until share of the living to find, 0 to go on to the last page
/// @param confidence with which it must be reached
/// @param budget requests in all, 0 for no limit
/// @param delay between two requests to a host, when robots.txt asks for nothing longer
/// @param workers requests on their way at a time; one a host
/// @param agent name of the crawler, in the user agent and for robots.txt
/// @param contact URL or mail address of who answers for it
/// @param head whether HEAD may stand for GET where a host proves to answer it honestly
/// @param seed of everything random
public record RefreshOptions(
    double until,
    double confidence,
    long budget,
    Duration delay,
    int workers,
    String agent,
    String contact,
    boolean allowPrivate,
    boolean head,
    Duration timeout,
    long seed) {

  public static RefreshOptions usual() {
    return new RefreshOptions(
        0, 0.9, 0, Duration.ofSeconds(1), 64, "", "", false, true, Duration.ofSeconds(30), 1);
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
    if (workers < 1 || workers > 10_000) {
      throw new UserError("workers " + workers + ": it must be between 1 and 10000");
    }
    if (!agent.isEmpty() && !agent.matches("[A-Za-z_-]+")) {
      throw new UserError(
          "agent '" + agent + "': letters, '-' and '_' only, as robots.txt needs it (RFC 9309)");
    }
  }

  /// The product token for robots.txt.
  String token() {
    return agent.isEmpty() ? "nephila" : agent;
  }

  String userAgent(String version) {
    String known = contact.startsWith("http") ? "+" + contact : contact;
    return token() + "/" + version + (contact.isEmpty() ? "" : " (" + known + ")");
  }

  public RefreshOptions withUntil(double share, double sure) {
    return new RefreshOptions(
        share, sure, budget, delay, workers, agent, contact, allowPrivate, head, timeout, seed);
  }

  public RefreshOptions withBudget(long requests) {
    return new RefreshOptions(
        until,
        confidence,
        requests,
        delay,
        workers,
        agent,
        contact,
        allowPrivate,
        head,
        timeout,
        seed);
  }

  public RefreshOptions withPace(Duration between, int atATime, Duration longest) {
    return new RefreshOptions(
        until,
        confidence,
        budget,
        between,
        atATime,
        agent,
        contact,
        allowPrivate,
        head,
        longest,
        seed);
  }

  public RefreshOptions withName(String name, String who, boolean privateToo) {
    return new RefreshOptions(
        until, confidence, budget, delay, workers, name, who, privateToo, head, timeout, seed);
  }

  public RefreshOptions withHead(boolean allowed) {
    return new RefreshOptions(
        until,
        confidence,
        budget,
        delay,
        workers,
        agent,
        contact,
        allowPrivate,
        allowed,
        timeout,
        seed);
  }

  public RefreshOptions withSeed(long other) {
    return new RefreshOptions(
        until,
        confidence,
        budget,
        delay,
        workers,
        agent,
        contact,
        allowPrivate,
        head,
        timeout,
        other);
  }
}
