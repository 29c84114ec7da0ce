package nephila.crawl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InFlightLimitTest {
  private final InFlightLimit outside = new InFlightLimit();

  @Test
  void whoIsKeptWaitingMakesRoomForAnother() {
    InFlightLimit.Ticket first = outside.began(0);
    outside.began(10);
    assertFalse(outside.hasRoom(2, 20));
    assertTrue(outside.hasRoom(2, InFlightLimit.KEPT_WAITING_MILLIS + 1));
    assertEquals(2, outside.size());
    outside.ended(first);
    assertEquals(1, outside.size());
    outside.began(InFlightLimit.KEPT_WAITING_MILLIS + 1);
    assertFalse(
        outside.hasRoom(2, InFlightLimit.KEPT_WAITING_MILLIS + 2), "the second still counts");
  }

  @Test
  void thereIsALimitHoweverManyAreKeptWaiting() {
    List<InFlightLimit.Ticket> sent = new ArrayList<>();
    long now = 0;
    while (outside.hasRoom(3, now)) {
      sent.add(outside.began(now));
      now += InFlightLimit.KEPT_WAITING_MILLIS + 1;
    }
    assertEquals(24, sent.size());
    sent.forEach(outside::ended);
    assertEquals(0, outside.size());
    assertTrue(outside.hasRoom(1, now));
  }
}
