/// How much is each page worth so far?
///
/// A [nephila.ledger.Ledger] is told which pages exist, which were read with which links, and which
/// vanished, and knows at any moment the importance of every page. [nephila.ledger.RowlessLedger]
/// converges to the off-line rank of the known graph and certifies its error;
/// [nephila.ledger.OpicLedger] is OPIC as in the papers, with every window. No I/O but save and
/// load.
@NullMarked
package nephila.ledger;

import org.jspecify.annotations.NullMarked;
