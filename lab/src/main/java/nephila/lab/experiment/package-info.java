/// Which experiments are there? One small class each: it runs contenders on webs whose truth is
/// known, for every seed, and tells what it saw in a chapter.
///
/// Every run is audited at each measure: a certified bound below the true error, or one unit of
/// cash astray, ends the lab with an error.
@NullMarked
package nephila.lab.experiment;

import org.jspecify.annotations.NullMarked;
