package nephila.exchange.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import nephila.text.PageContent.Section;
import org.junit.jupiter.api.Test;

class TextChunksTest {
  private static Section section(int level, String heading, int words) {
    String text = ("word ".repeat(words)).strip();
    return new Section(level, heading, text, text);
  }

  @Test
  void aPieceHasThePathOfHeadingsAboveIt() {
    List<TextChunks.Chunk> chunks =
        TextChunks.of(
            List.of(
                section(1, "Top", 60),
                section(2, "One", 80),
                section(3, "Deep", 80),
                section(2, "Two", 80)),
            100);
    assertEquals(
        List.of(
            List.of("Top"),
            List.of("Top", "One"),
            List.of("Top", "One", "Deep"),
            List.of("Top", "Two")),
        chunks.stream().map(TextChunks.Chunk::path).toList());
  }

  @Test
  void noPieceIsLongerThanAskedAndNoWordIsLost() {
    String code = "```\n" + "code line\n".repeat(80) + "```";
    Section section =
        new Section(1, "H", "a b c\n\n" + "w ".repeat(500).strip() + "\n\n" + code, "");
    Section long1 =
        new Section(
            1, "H", section.markdown(), "a b c " + "w ".repeat(500) + "code line ".repeat(80));
    List<TextChunks.Chunk> chunks = TextChunks.of(List.of(long1), 50);
    int words = 0;
    for (TextChunks.Chunk chunk : chunks) {
      int its = TextChunks.words(chunk.text());
      assertTrue(its <= 50, its + " words: " + chunk.text());
      words += its;
      boolean fenced = chunk.markdown().contains("```");
      assertEquals(fenced ? 2 : 0, chunk.markdown().split("```", -1).length - 1);
    }
    assertEquals(3 + 500 + 160, words);
  }

  @Test
  void shortSectionsGoTogether() {
    List<TextChunks.Chunk> chunks =
        TextChunks.of(
            List.of(section(1, "T", 5), section(2, "a", 5), section(2, "b", 5), section(2, "c", 5)),
            200);
    assertEquals(1, chunks.size());
    assertTrue(chunks.getFirst().markdown().contains("## b"), chunks.getFirst().markdown());
  }
}
