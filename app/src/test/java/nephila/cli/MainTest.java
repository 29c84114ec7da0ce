package nephila.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class MainTest {
  @Test
  void helpNamesTheProgram() {
    Typed typed = Typed.line("--help");
    assertEquals(0, typed.exit());
    assertTrue(typed.out().contains("Usage: nephila"), typed.out());
  }

  @Test
  void aWrongFlagIsWrongUseWithTheWayToHelp() {
    Typed typed = Typed.line("--hepl");
    assertEquals(2, typed.exit());
    assertTrue(typed.err().contains("--hepl"), typed.err());
    assertTrue(typed.err().contains("Try 'nephila --help'"), typed.err());
    assertEquals("", typed.out());
  }
}
