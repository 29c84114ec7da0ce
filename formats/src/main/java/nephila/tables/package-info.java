/// How is a table written in a file?
///
/// CSV that spreadsheets open without running anything, JSON lines, and Parquet. Rows are written
/// as they come; a file appears whole or not at all.
@org.jspecify.annotations.NullMarked
package nephila.tables;
