/// What is a local domain's global rank?
///
/// A site or a topic knows its own pages, the [nephila.community.LocalDomain] L, and can afford to
/// fetch about as many pages outside. [nephila.community.FindGlobalRank] grows the known graph by
/// fetching pages of the frontier through a [nephila.community.PageSource], in the order a
/// [nephila.community.Selection] likes best, and estimates after every step the rank that the whole
/// web gives to the pages of L. [nephila.community.Distances] says how far an estimate is from the
/// truth, [nephila.community.Influence] and [nephila.community.Impact] what one page does to L.
///
/// The method and the selections RANDOM, OUTLINKCOUNT, PF-SELECT and SC-SELECT are those of Davis
/// and Dhillon, *Estimating the Global PageRank of Web Communities* (KDD 2006); the selection
/// `worth` and its estimate are ours.
@NullMarked
package nephila.community;

import org.jspecify.annotations.NullMarked;
