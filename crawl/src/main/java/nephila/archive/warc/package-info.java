/// How is an exchange written as WARC records, and read back?
///
/// [Records] makes the members of a file from an exchange, [WarcFile] appends them, and a
/// [ExchangeReader] reads what stands behind the last commit; a torn member ends it.
@NullMarked
package nephila.archive.warc;

import org.jspecify.annotations.NullMarked;
