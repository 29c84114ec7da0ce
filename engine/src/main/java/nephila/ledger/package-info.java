/// How much is each page worth so far?
///
/// A [nephila.ledger.Ledger] is told which pages exist, which were read with which links, and which
/// vanished, and knows at any moment the importance of every page. It works on the slots of a
/// [nephila.ledger.PageTable]. [nephila.ledger.ExactLedger], which the crawler runs on, converges
/// to the off-line rank of the known graph and certifies its error; [nephila.ledger.RowlessLedger]
/// does so without keeping links; [nephila.ledger.OpicLedger] is OPIC as in the papers, with every
/// window. No I/O but save and load.
@NullMarked
package nephila.ledger;

import org.jspecify.annotations.NullMarked;
