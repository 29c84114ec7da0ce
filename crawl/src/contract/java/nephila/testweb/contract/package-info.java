/// What must every shell do alike? Tables of cases that crawl, cluster and frontier server are held
/// to, and the web and the clock they are tried with. For tests only.
@NullMarked
package nephila.testweb.contract;

import org.jspecify.annotations.NullMarked;
