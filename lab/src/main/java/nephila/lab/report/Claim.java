package nephila.lab.report;

/// A claim of a paper, or of ours, beside what the run measured.
///
/// @param source where it is claimed: `000 §4.2`, `003 §4`, `Nephila`
/// @param claim what is claimed, in our words
/// @param rule what was looked at, so that the verdict can be disputed
/// @param measured the figures of this run
public record Claim(
    String source, String claim, String rule, String measured, ClaimVerdict verdict) {}
