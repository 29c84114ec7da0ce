package nephila.config;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Declares a component of [CrawlConfig] as a setting. The setting's name is the component's, in
/// kebab case; its type says how its text is read.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Setting {
  /// The line above it in `plan.yaml`, and in `--help`, as a sentence and with the usual value.
  String help();

  /// The text of `--help` where it differs from [#help]; `${usual}` stands for the usual value.
  String option() default "";

  /// The value that it has when none is given, as text; empty for no text, no items, or false.
  String usual() default "";

  /// Stands for the value in `--help`; empty for what is usual for the type.
  String label() default "";

  /// Another name of the option, like `w` for `-w`; blank for none.
  char letter() default ' ';

  /// The least number that it takes; of a length of time, in milliseconds.
  double min() default 0;

  /// The greatest number that it takes.
  double max() default Double.POSITIVE_INFINITY;

  /// The regular expression that a text must match as a whole.
  String matches() default "(?s).*";

  /// The message for a value that `min`, `max` or `matches` refuse; empty for what is usual for the
  /// type.
  String rule() default "";

  /// Whether it can be changed while the crawl runs.
  boolean live() default false;

  /// Whether each worker of a cluster has its own.
  boolean perWorker() default false;

  /// Whether it stands in configuration files only, and is no option.
  boolean fileOnly() default false;

  /// The setting behind which `--help` lists it, where it is not the one declared before.
  String after() default "";
}
