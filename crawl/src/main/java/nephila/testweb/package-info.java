/// Is there a web to try on? A few hundred pages on loopback, on several hosts with the habits of
/// real ones: for the demo and for tests. It knows what was asked of it and when, so that a
/// crawler's manners can be checked.
@NullMarked
package nephila.testweb;

import org.jspecify.annotations.NullMarked;
