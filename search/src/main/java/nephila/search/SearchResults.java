package nephila.search;

import java.util.List;

/// What a query found.
///
/// @param total how many pages match (exact up to a thousand, then a lower bound)
/// @param results the page of results asked for, best first
/// @param corrections words that the index does not hold and what was searched for instead
/// @param ranking which importance counted: not [SearchRanking#GLOBAL] where none is known
public record SearchResults(
    long total,
    boolean totalExact,
    List<SearchResult> results,
    List<String> corrections,
    SearchRanking ranking) {}
