/// Which crawl did the user ask for, and how does it go?
@NullMarked
package nephila.cli.crawl;

import org.jspecify.annotations.NullMarked;
