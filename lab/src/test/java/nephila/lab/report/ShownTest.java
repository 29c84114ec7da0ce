package nephila.lab.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class ShownTest {
  @Test
  void numbersHaveThreeDigitsAndNoNoise() {
    assertEquals("0", Shown.number(0));
    assertEquals("12.3", Shown.number(12.345));
    assertEquals("0.0045", Shown.number(0.0045));
    assertEquals("3.2e-7", Shown.number(3.21e-7));
    assertEquals("100,000", Shown.number(100_000));
    assertEquals("0.5", Shown.number(0.5));
    assertEquals("–", Shown.number(Double.NaN));
    assertEquals("1,234", Shown.cell(1234));
    assertEquals("words", Shown.cell("words"));
  }

  @Test
  void aRowHasAsManyCellsAsThereAreColumns() {
    Table table = Table.of("caption", "a", "b").row("x", 1.0);
    assertEquals("a,b\r\nx,1.0\r\n", CsvFiles.table(table));
    assertEquals(
        "a,b\r\n\"x, \"\"y\"\"\",2\r\n",
        CsvFiles.table(Table.of("caption", "a", "b").row("x, \"y\"", 2)));
    assertThrows(IllegalArgumentException.class, () -> table.row("x"));
  }
}
