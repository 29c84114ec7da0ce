/// Which page of the crawl answers these words?
///
/// A [nephila.search.SearchIndex] takes pages ([nephila.search.IndexedText]) while or after they
/// are crawled, and answers queries by text relevance combined with importance.
@NullMarked
package nephila.search;

import org.jspecify.annotations.NullMarked;
