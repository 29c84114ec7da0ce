/// How do measured numbers look? Line charts as SVG that stand alone or inside a page, on a phone
/// as on a desk, by day and by night.
///
/// ```java
/// String svg =
///     LineChart.titled("Cost of an ordering")
///         .x(Axis.linear("share of the living found").percent())
///         .y(Axis.log("questions per living page"))
///         .line("random", alphas, costs)
///         .svg();
/// ```
@NullMarked
package nephila.lab.chart;

import org.jspecify.annotations.NullMarked;
