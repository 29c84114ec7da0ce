/// Who has the pages of a partition, and what does it do with them?
@NullMarked
package nephila.cluster.owner;

import org.jspecify.annotations.NullMarked;
