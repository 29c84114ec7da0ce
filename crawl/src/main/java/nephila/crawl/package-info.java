/// Who turns the wheel?
@NullMarked
package nephila.crawl;

import org.jspecify.annotations.NullMarked;
