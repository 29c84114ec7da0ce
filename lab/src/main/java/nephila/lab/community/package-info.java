/// Is the paper right about communities, and are we?
///
/// [nephila.lab.community.Domains] cuts local domains out of real graphs whose rank is known;
/// [nephila.lab.community.Comparison] runs every selection on them and gives the paper's tables 1
/// and 2 and the curves of its figure 2; [nephila.lab.community.InfluenceStudy] gives figure 1.
@NullMarked
package nephila.lab.community;

import org.jspecify.annotations.NullMarked;
