/// How much is each page worth so far?
@NullMarked
package nephila.ledger;

import org.jspecify.annotations.NullMarked;
