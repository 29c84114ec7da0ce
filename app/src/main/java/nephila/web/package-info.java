/// How is it going, and what was found? The dashboard, the search page and the API of a crawl.
///
/// [nephila.web.WebServer] serves them from this process; [nephila.web.CrawlView] is what it shows.
/// Everything shown may come from the web: the page writes it as text, never as markup.
@NullMarked
package nephila.web;

import org.jspecify.annotations.NullMarked;
