package nephila.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import nephila.fetch.Exchange;
import nephila.fetch.Failure;
import nephila.fetch.FetchRequest;
import nephila.fetch.Truncation;
import nephila.politeness.Allowance;
import nephila.politeness.HostPace;
import nephila.politeness.PaceRules;
import org.junit.jupiter.api.Test;

class HostProcessorTest {
  private static final HostPace ANSWERED = new HostPace(20, 0, 0, 0);

  private final HostProcessor hosts =
      new HostProcessor(PaceRules.usual(Duration.ofSeconds(1)), "nephila", true);
  private final Map<String, HostPace> paces = new HashMap<>();
  private Instant now = Instant.ofEpochSecond(1_800_000_000L);

  private HostProcessor.Step fails(String origin, Failure failure) {
    FetchRequest request = FetchRequest.get(origin + "/");
    var how = new Exchange.Circumstances(null, now, 1, 1, Truncation.NONE, null);
    Exchange exchange = Exchange.failed(request, failure, "failed", new byte[0], how);
    HostPace before = paces.getOrDefault(origin, ANSWERED);
    HostProcessor.Step step = hosts.after(exchange, 0, origin, before, Allowance.WHOLE, now);
    paces.put(origin, step.pace());
    return step;
  }

  private Duration rest(HostProcessor.Step step) {
    return Duration.between(now, step.pace().nextAt());
  }

  @Test
  void oneHostThatCannotBeReachedIsAtFault() {
    for (int i = 0; i < 5; i++) {
      assertFalse(fails("http://a.test", Failure.DNS).ours());
    }
    assertEquals(5, paces.get("http://a.test").refusals());
  }

  @Test
  void anOutageLeavesNoHostAloneForLong() {
    for (int round = 0; round < 12; round++) {
      now = now.plusSeconds(60);
      for (String origin : new String[] {"http://a.test", "http://b.test", "http://c.test"}) {
        HostProcessor.Step step = fails(origin, Failure.DNS);
        assertTrue(round == 0 || step.ours());
        assertTrue(round == 0 || rest(step).compareTo(Duration.ofMinutes(1)) <= 0);
      }
    }
    HostProcessor.Step own = fails("http://a.test", Failure.RESET);
    assertFalse(own.ours());
    assertTrue(rest(own).compareTo(Duration.ofMinutes(1)) <= 0, "after the outage " + rest(own));
  }
}
