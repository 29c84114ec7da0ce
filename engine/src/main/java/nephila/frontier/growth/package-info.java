/// What will an unread page be worth in the end? A small model, taught by families of pages
/// (directories, hosts) that are nearly read.
@NullMarked
package nephila.frontier.growth;

import org.jspecify.annotations.NullMarked;
