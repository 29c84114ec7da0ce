/// What does the web around a site say of it?
///
/// [nephila.communitycrawl.LiveWeb] fetches the outside pages that a selection of
/// [nephila.community] asks for, through a crawl with its politeness, archive and state.
@NullMarked
package nephila.communitycrawl;

import org.jspecify.annotations.NullMarked;
