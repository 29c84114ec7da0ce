/// How close is on-line importance to the truth, read by read?
///
/// A [nephila.lab.simulation.Simulation] lets a selector read pages of a
/// [nephila.lab.simulation.SimulatedWeb] into a ledger and compares with the off-line rank at each
/// N reads. The web stands still, changes its links or is discovered from one page.
/// [nephila.lab.simulation.CrawlOrder] measures how much importance an order of first reads
/// captures.
@NullMarked
package nephila.lab.simulation;

import org.jspecify.annotations.NullMarked;
