/// Which experiments tell how LiveRank finds what of an old crawl still lives? On snapshots of a
/// real web that changed for thirty years.
@NullMarked
package nephila.lab.experiment.liverank;

import org.jspecify.annotations.NullMarked;
