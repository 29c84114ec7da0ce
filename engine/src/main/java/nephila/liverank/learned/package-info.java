/// Which pages of an old crawl live, judged by those that were asked so far?
///
/// [Learned] is the ordering: a [Logistic] regression over [Features] that come from the [Evidence]
/// of sites, directories, links and signatures. [Tuning] holds every constant of it.
@NullMarked
package nephila.liverank.learned;

import org.jspecify.annotations.NullMarked;
