/// What did the user type? The only room that prints or exits.
///
/// One class a verb. A verb resolves what was typed into a plan, calls the room that does the work,
/// and prints the result: for people on a terminal, as JSON for scripts.
@NullMarked
package nephila.cli;

import org.jspecify.annotations.NullMarked;
