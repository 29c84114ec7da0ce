/// Which pages say the same, and which say what you wrote?
///
/// [nephila.copies.DuplicateGroups] finds pages of one text on whatever host;
/// [nephila.copies.CopyTracker] finds near copies of texts that it is given, in whatever frame: the
/// copy tracker that the customers of the papers' system asked for.
@NullMarked
package nephila.copies;

import org.jspecify.annotations.NullMarked;
