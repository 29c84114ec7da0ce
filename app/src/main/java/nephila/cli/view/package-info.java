/// What did the user want to see of a crawl, or take out of it or into it?
@NullMarked
package nephila.cli.view;

import org.jspecify.annotations.NullMarked;
