/// How fast is Nephila beside its peers? One class a measured command; nothing depends on this
/// room.
@NullMarked
package nephila.bench;

import org.jspecify.annotations.NullMarked;
