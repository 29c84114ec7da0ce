/// What of an old crawl still exists?
///
/// An [nephila.refresh.OldWeb] is read from a crawl dir, archives or indexes. A
/// [nephila.refresh.RefreshRun] asks the servers for its pages: a [nephila.liverank.Order] proposes
/// some, the [nephila.frontier.Frontier] of the crawl has their hosts take turns, the crawl's
/// [nephila.process.HostProcessor] says how politely. [nephila.refresh.LivenessJudge] judges the
/// answers, [nephila.refresh.RefreshAnswers] keeps them in a log from which a run can go on. What
/// came out is told by [nephila.refresh.RefreshFindings] and written by
/// [nephila.refresh.RefreshLists].
///
/// Paper: Huynh, Mathieu, Viennot, *LiveRank: How to Refresh Old Crawls* (WAW 2014); a page lives
/// as section 3.1 means it, and the report has the lines of its table 1.
@NullMarked
package nephila.refresh;

import org.jspecify.annotations.NullMarked;
