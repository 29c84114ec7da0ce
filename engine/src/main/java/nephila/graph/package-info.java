/// Who points to whom?
///
/// Pages are numbered from 0. A [nephila.graph.LinkGraph] lists the links of a page;
/// [nephila.graph.CsrGraph] holds them in two arrays. How graphs are written in other people's
/// files is the business of `nephila.formats`.
@NullMarked
package nephila.graph;

import org.jspecify.annotations.NullMarked;
