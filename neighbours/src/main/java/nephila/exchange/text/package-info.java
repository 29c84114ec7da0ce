/// What do the pages of a crawl say, for others to read?
///
/// [nephila.exchange.text.TextExport] writes the texts of a finished or resting crawl by
/// importance, [nephila.exchange.text.TextFollowing] those of a running one as they come.
@NullMarked
package nephila.exchange.text;

import org.jspecify.annotations.NullMarked;
