/// What of an old crawl still exists?
///
/// An [nephila.refresh.OldWeb] is read from a crawl dir, archives or indexes. A
/// [nephila.refresh.Refresh] asks the servers for its pages in the order of
/// [nephila.liverank.Order#LEARNED], as politely as the crawler, judges the answers and keeps them
/// in a log from which it can go on. What came out is told by [nephila.refresh.RefreshFindings] and
/// written by [nephila.refresh.RefreshLists].
///
/// Paper: Huynh, Mathieu, Viennot, *LiveRank: How to Refresh Old Crawls* (WAW 2014); a page lives
/// as section 3.1 means it, and the report has the lines of its table 1.
@NullMarked
package nephila.refresh;

import org.jspecify.annotations.NullMarked;
