/// In which order to re-visit an old crawl?
///
/// A [nephila.liverank.OldGraph] holds the pages and links of an old crawl; a
/// [nephila.liverank.Liveness] can be asked which of them still exist, and every question costs a
/// request. An [nephila.liverank.Ordering] proposes what to ask next and hears the answers; a
/// [nephila.liverank.Revisit] carries questions and answers between the two until a
/// [nephila.liverank.Stop] says enough. [nephila.liverank.Order] names the orderings: those of the
/// paper, and one that learns. What a run was worth is told by its [nephila.liverank.CostCurve].
///
/// Paper: Huynh, Mathieu, Viennot, *LiveRank: How to Refresh Old Crawls* (WAW 2014).
///
/// | paper | here |
/// | --- | --- |
/// | G = (V, E) | [nephila.liverank.OldGraph] |
/// | a(X) | [nephila.liverank.Liveness], and the answers so far in `Asked` |
/// | n_a | [nephila.liverank.LiveCount], [nephila.liverank.Audit] |
/// | L, L_i | [nephila.liverank.Ordering], [nephila.liverank.Trail] |
/// | cost(L, α) | [nephila.liverank.CostCurve#cost] |
/// | Z, z | [nephila.liverank.Sample] |
@NullMarked
package nephila.liverank;

import org.jspecify.annotations.NullMarked;
