/// What is a page about, and is it what the user wants?
///
/// Hashed words ([nephila.topic.WordBag]); a small model of pages that learns from a few examples
/// and from what a crawl reads ([nephila.topic.PageModel]), and one of links, which says before the
/// page is read what it is probably worth ([nephila.topic.LinkModel]). Neither reads the web nor
/// knows a crawl.
@NullMarked
package nephila.topic;

import org.jspecify.annotations.NullMarked;
