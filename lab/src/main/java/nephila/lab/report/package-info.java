/// How is what was measured told? Chapters of text, charts and tables, the claims of the papers
/// with what became of them, as one HTML page that needs nothing else, and the data as CSV files.
@NullMarked
package nephila.lab.report;

import org.jspecify.annotations.NullMarked;
