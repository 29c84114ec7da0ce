/// In which order to re-visit an old crawl?
@NullMarked
package nephila.liverank;

import org.jspecify.annotations.NullMarked;
