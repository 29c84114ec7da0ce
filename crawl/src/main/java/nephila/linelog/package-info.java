/// How is a log of lines kept so that no bit of it changes unseen?
///
/// [LineLog] seals each line with its number and a checksum; whoever reads it is shown the lines
/// that are as they were written, and told which are torn, damaged, missing or doubled.
@NullMarked
package nephila.linelog;

import org.jspecify.annotations.NullMarked;
