package nephila.politeness;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// What a status of robots.txt means, at its bounds (RFC 9309, section 2.3.1).
class RobotsStateTest {
  private static final Instant NOW = Instant.parse("2026-11-19T12:00:00Z");
  private static final byte[] FILE = {1, 2, 3};
  private static final RobotsAnswer NO_ANSWER = new RobotsAnswer.Unreachable();

  private static RobotsState after(int status) {
    return RobotsState.UNKNOWN.after(new RobotsAnswer.Answered(status, FILE), NOW);
  }

  @Test
  void onlySuccessIsReadAndOnlyServerErrorsCloseTheHost() {
    for (int status : new int[] {200, 204, 299}) {
      assertArrayEquals(FILE, after(status).body(), "status " + status);
      assertNull(after(status).unreachableSince(), "status " + status);
    }
    for (int status : new int[] {300, 304, 400, 404, 410, 428, 430, 499}) {
      assertNull(after(status).body(), "status " + status);
      assertNull(after(status).unreachableSince(), "status " + status);
      assertEquals(NOW, after(status).readAt(), "status " + status + " allows all");
    }
    for (int status : new int[] {100, 199, 429, 500, 503, 599}) {
      assertEquals(NOW, after(status).unreachableSince(), "status " + status);
      assertNull(after(status).readAt(), "status " + status + " allows nothing");
    }
  }

  @Test
  void waitsDoubleToABoundAndAMonthOfSilenceAllowsAll() {
    RobotsState state = RobotsState.UNKNOWN;
    Instant now = NOW;
    Duration before = Duration.ZERO;
    Duration first = null;
    Duration longest = Duration.ZERO;
    while (Duration.between(NOW, now).compareTo(Duration.ofDays(30)) < 0) {
      state = state.after(NO_ANSWER, now);
      assertTrue(state.stale(state.askAgainAt()));
      assertFalse(state.stale(state.askAgainAt().minusMillis(1)));
      Duration wait = Duration.between(now, state.askAgainAt());
      first = first == null ? wait : first;
      boolean doubled = before.isZero() || wait.equals(before.multipliedBy(2));
      assertTrue(
          doubled || wait.compareTo(before.multipliedBy(2)) < 0 && wait.compareTo(before) >= 0);
      longest = wait;
      before = wait;
      now = state.askAgainAt();
      assertEquals(NOW, state.unreachableSince());
      assertNull(state.readAt(), "nothing is allowed for a month");
    }
    assertTrue(longest.compareTo(first) > 0, "waits grew from " + first + " to " + longest);
    state = state.after(NO_ANSWER, NOW.plus(Duration.ofDays(30)));
    assertEquals(NOW.plus(Duration.ofDays(30)), state.readAt(), "then all is");
  }

  @Test
  void whatWasReadHoldsWhileTheHostIsSilent() {
    RobotsState read = after(200);
    RobotsState silent = read.after(NO_ANSWER, NOW.plusSeconds(60));
    assertArrayEquals(FILE, silent.body());
    assertEquals(NOW, silent.readAt());
    assertEquals(1, silent.failures());
    assertEquals(2, silent.after(NO_ANSWER, NOW.plusSeconds(120)).failures());
  }
}
