/// What does a page say?
///
/// [nephila.text.ContentReader] finds the main content of a page and what it says of itself;
/// [nephila.text.SiteTemplate] knows what the pages of a host share, which is not content.
/// [nephila.text.MarkdownWriter] writes what is left so that nothing in it runs when it is shown.
@NullMarked
package nephila.text;

import org.jspecify.annotations.NullMarked;
