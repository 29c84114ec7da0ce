package nephila.view;

import org.jspecify.annotations.Nullable;

/// A page whose importance has risen. Its components are the fields of the API's JSON, by name.
///
/// @param rank its place in the list, from 1
/// @param importance its share of the worth of all living pages now
/// @param before the same then; null where it was not known, or worth too little to be remembered
/// @param gained at least
/// @param certain whether it gained more than importance may be off, now and then together
public record RisingPage(
    long rank,
    String url,
    PageState state,
    double importance,
    @Nullable Double before,
    double gained,
    boolean certain) {}
