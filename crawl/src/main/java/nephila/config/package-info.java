/// What is a crawl told to do? Its settings, each declared once: a component of [CrawlConfig] with
/// a [Setting].
///
/// The YAML of `plan.yaml` and `nephila config`, the options of the verbs with their help, manual
/// pages and completion, the commands of the control file and the cluster's control record follow
/// from the declarations; what a value may be is checked by [Settings] alone.
@NullMarked
package nephila.config;

import org.jspecify.annotations.NullMarked;
