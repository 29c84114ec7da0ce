/// What did the user ask of a crawl on many machines?
@NullMarked
package nephila.cli.cluster;

import org.jspecify.annotations.NullMarked;
