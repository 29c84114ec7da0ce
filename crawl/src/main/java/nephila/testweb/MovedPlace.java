package nephila.testweb;

import java.util.List;
import java.util.Set;

/// A place that has moved: its pages redirect to the atlas, once, by chains, or in a circle.
final class MovedPlace implements Place {
  private static final int PAGES = 12;
  private static final int CHAIN = 4;

  private final String atlas;
  private final List<String> articles;

  MovedPlace(String atlas, List<String> articles) {
    this.atlas = atlas;
    this.articles = articles;
  }

  @Override
  public ServedResponse answer(Ask ask) {
    String path = ask.path();
    if (path.equals("/")) {
      return ServedResponse.html(home());
    }
    if (path.equals("/robots.txt")) {
      return ServedResponse.redirect(301, atlas + "/robots.txt");
    }
    if (path.equals("/loop/a")) {
      return ServedResponse.redirect(302, "/loop/b");
    }
    if (path.equals("/loop/b")) {
      return ServedResponse.redirect(302, "/loop/a");
    }
    if (path.matches("/chain/[0-9]")) {
      int left = path.charAt(7) - '0';
      return ServedResponse.redirect(
          307, left == 0 ? atlas + articles.getFirst() : "/chain/" + (left - 1));
    }
    if (path.matches("/old/[0-9]{1,2}")) {
      int number = Integer.parseInt(path.substring(5));
      int[] statuses = {301, 302, 307, 308};
      return ServedResponse.redirect(
          statuses[number % 4], atlas + articles.get(7 * number % articles.size()));
    }
    return ServedResponse.notFound(path);
  }

  private static String home() {
    PageWriter home = new PageWriter("We have moved").link("/loop/a", "Round and round");
    home.link("/chain/" + CHAIN, "The long way");
    for (int i = 0; i < PAGES; i++) {
      home.link("/old/" + i, "Page " + i);
    }
    return home.html();
  }

  @Override
  public Set<String> readable() {
    return Set.of("/");
  }
}
