/// What does a crawl dir say to somebody who did not write it?
@NullMarked
package nephila.proof;

import org.jspecify.annotations.NullMarked;
