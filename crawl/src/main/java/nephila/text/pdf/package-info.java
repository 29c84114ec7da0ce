/// What does a PDF file say? Read by a library in a process of its own, which may hang, run out of
/// memory or die without harm.
@NullMarked
package nephila.text.pdf;

import org.jspecify.annotations.NullMarked;
