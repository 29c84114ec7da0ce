package nephila.testweb.hostile;

import java.util.function.Predicate;

/// One way to misbehave, and what must happen then. Immutable.
///
/// @param name for the table
/// @param must what must happen, in words
/// @param manners what its host does
/// @param held whether it happened
/// @param keys resource with the host's certificate, empty for plain HTTP
/// @param host name in its URL, empty for its address
/// @param ownRobots whether robots.txt misbehaves too, instead of being absent
/// @param trap whether it has no end, and so belongs into the crawl with a limit
/// @param worst whether it is among those that hold on to a visitor longest
public record Behaviour(
    String name,
    String must,
    Manners manners,
    Predicate<HostEvidence> held,
    String keys,
    String host,
    boolean ownRobots,
    boolean trap,
    boolean worst) {
  /// What a host does.
  interface Manners {
    /// Answers the request that `talk` has read.
    void answer(Talk talk) throws Exception;
  }

  static Behaviour of(String name, String must, Manners manners, Predicate<HostEvidence> held) {
    return new Behaviour(name, must, manners, held, "", "", false, false, false);
  }

  Behaviour secured(String resource, String as) {
    return new Behaviour(name, must, manners, held, resource, as, ownRobots, trap, worst);
  }

  Behaviour named(String as) {
    return new Behaviour(name, must, manners, held, keys, as, ownRobots, trap, worst);
  }

  Behaviour withRobots() {
    return new Behaviour(name, must, manners, held, keys, host, true, trap, worst);
  }

  Behaviour endless() {
    return new Behaviour(name, must, manners, held, keys, host, ownRobots, true, worst);
  }

  Behaviour amongTheWorst() {
    return new Behaviour(name, must, manners, held, keys, host, ownRobots, trap, true);
  }
}
