package nephila.text;

/// A part of a [Box].
sealed interface Part permits Box, Block {}
