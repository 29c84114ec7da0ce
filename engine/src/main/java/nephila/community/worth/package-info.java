/// Which outside page is worth most to a local domain?
///
/// [WorthMethod] is our selection and estimate beside the paper's: what a unit of rank at a page is
/// worth to the domain, predicted for pages not fetched yet.
@NullMarked
package nephila.community.worth;

import org.jspecify.annotations.NullMarked;
