package nephila.refresh;

import java.util.Locale;
import java.util.regex.Pattern;
import nephila.links.PageText;

/// Whether a page says in words that there is no such page, though its status says there is.
///
/// The paper (section 3.1) looks for "Page Not Found" and "Error 404" in title and content. Differs
/// from the paper: in a long text the words count only in a heading or at its beginning, because
/// manuals of web software speak of such errors; and other phrases and languages are known.
final class MissingWords {
  private static final int SHORT_TEXT = 1500;
  private static final int BEGINNING = 300;
  private static final int LONG_HEADING = 80;

  private static final String THING = "(page|file|document|url|resource|object|article)";
  private static final String PHRASES =
      "(\\b"
          + THING
          + "s? (was |could |can )?(cannot |not |n.t )(be )?(found|available)\\b"
          + "|\\b(http |status |code )?error:? 404\\b|\\b404[ :,–-]*(error|("
          + THING
          + " )?not found)"
          + "|requested (url|page|resource|file).{0,120}?(not found|not available|does not exist)"
          + "|\\b"
          + THING
          + " (no longer exists|does not exist|doesn.t exist|has been (removed|deleted))"
          + "|seite (wurde )?nicht gefunden|page (introuvable|non trouv)|pagina non trovata"
          + "|página no (encontrada|existe)|página não encontrada|pagina niet gevonden"
          + "|sidan (hittades|kunde) inte|страница не найдена|ページが見つかりません|页面不存在|找不到页面)";
  private static final Pattern ANYWHERE = Pattern.compile(PHRASES);
  private static final Pattern WHOLE =
      Pattern.compile("\\W*(error )?(404|not found|nicht gefunden|introuvable)\\W*(error)?\\W*");
  private static final Pattern TITLE = Pattern.compile("(^|[-|:–—«»·] ?)(404|not found)\\b.*");

  private MissingWords() {}

  static boolean in(PageText page) {
    String title = page.title().toLowerCase(Locale.ROOT);
    boolean titled = TITLE.matcher(title).find() || ANYWHERE.matcher(title).find();
    return (titled && title.length() <= LONG_HEADING) || inHeadings(page) || inText(page);
  }

  private static boolean inHeadings(PageText page) {
    for (String heading : page.headings()) {
      String words = heading.toLowerCase(Locale.ROOT);
      boolean says = ANYWHERE.matcher(words).find() || WHOLE.matcher(words).matches();
      if (says && words.length() <= LONG_HEADING) {
        return true;
      }
    }
    return false;
  }

  private static boolean inText(PageText page) {
    String text = page.text();
    String looked =
        text.length() <= SHORT_TEXT ? text : text.substring(0, Math.min(BEGINNING, text.length()));
    String words = looked.toLowerCase(Locale.ROOT);
    return ANYWHERE.matcher(words).find() || WHOLE.matcher(words).matches();
  }
}
