/// How much of a page's past does its importance count? The windows of Adaptive OPIC, and the
/// histories that keep what they need.
@NullMarked
package nephila.ledger.window;

import org.jspecify.annotations.NullMarked;
