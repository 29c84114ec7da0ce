/// How are links collected that may be more than fit into memory?
///
/// [LinkCollector] takes links in any order and gives them back sorted and distinct, through sorted
/// runs on disk where they are many; [NamedLinks] does so for pages known by name.
@NullMarked
package nephila.formats.links;

import org.jspecify.annotations.NullMarked;
