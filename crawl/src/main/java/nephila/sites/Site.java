package nephila.sites;

import java.util.List;

/// A site and what speaks for keeping it.
///
/// @param importance its share of the importance of all sites
/// @param grade from 4, keep first, to 1, leave out; 0, none, where no page of it may be read
/// @param reasons for the grade, most telling first
/// @param pages known
/// @param read of them
/// @param answered of those, with success
/// @param linkingSites other sites that link to it
/// @param outside share of what its pages receive that comes from other sites
public record Site(
    int rank,
    String name,
    double importance,
    int grade,
    List<String> reasons,
    int pages,
    int read,
    int answered,
    int linkingSites,
    double outside) {
  public boolean isGraded() {
    return grade > 0;
  }
}
