package nephila.cli.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import nephila.cli.Typed;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterVerbTest {
  @TempDir Path dir;

  @Test
  @Tag("slow")
  void theDemoLosesAWorkerAndNoUnit() {
    Typed typed = Typed.line("cluster", "demo", "--dir", dir.toString());
    assertEquals(0, typed.exit(), typed.toString());
    assertTrue(typed.err().contains("killed with kill -9"), typed.err());
    assertTrue(typed.out().contains("The books balance to the unit."), typed.out());
    assertTrue(
        typed.out().contains("what every page received is what the pages that point to it paid"),
        typed.out());
  }

  @Test
  @Tag("slow")
  void theDemoLosesAWorkerAndNoUnitOfOpicsCash() {
    Typed typed = Typed.line("cluster", "demo", "--importance", "opic", "--dir", dir.toString());
    assertEquals(0, typed.exit(), typed.toString());
    assertTrue(typed.err().contains("killed with kill -9"), typed.err());
    assertTrue(typed.out().contains("The books balance to the unit."), typed.out());
    assertTrue(
        typed.out().contains("pages and the virtual page hold the cash that was issued"),
        typed.out());
    assertTrue(typed.out().contains("by opic, window growing:4"), typed.out());
  }

  @Test
  @Tag("slow")
  void withoutABrokerTheUserIsToldInALine() {
    Typed typed = Typed.line("cluster", "status", "--kafka", "127.0.0.1:1", "--crawl", "web");
    assertEquals(1, typed.exit());
    assertTrue(typed.err().contains("no broker answers at 127.0.0.1:1"), typed.err());
    assertEquals(1, typed.err().lines().count(), typed.err());
  }

  @Test
  void wrongUseIsToldInALine() throws Exception {
    Typed badAddress = Typed.line("cluster", "status", "--kafka", "broker", "--crawl", "web");
    assertEquals(2, badAddress.exit());
    assertTrue(badAddress.err().contains("write it as HOST:PORT"), badAddress.err());
    Typed badName = Typed.line("cluster", "pause", "--kafka", "broker:1", "--crawl", "my web");
    assertTrue(badName.err().contains("letters, digits"), badName.err());
    Path file = dir.resolve("client.properties");
    Files.writeString(file, "security.protocol=NONSENSE\n");
    Typed badConfig =
        Typed.line(
            "cluster",
            "status",
            "--kafka",
            "127.0.0.1:1",
            "--crawl",
            "web",
            "--kafka-config",
            file.toString());
    assertEquals(1, badConfig.exit());
    assertTrue(badConfig.err().contains("NONSENSE"), badConfig.err());
    assertEquals(2, Typed.line("cluster").exit());
    assertEquals(2, Typed.line("cluster", "status").exit());
  }
}
