/// How is a link graph written in a file?
///
/// [nephila.formats.GraphReader] opens any of them by name and content: edge lists, BVGraph, Common
/// Crawl's vertices and edges, Nephila's own CSR file. What it returns is a
/// [nephila.formats.LoadedGraph].
@NullMarked
package nephila.formats;

import org.jspecify.annotations.NullMarked;
