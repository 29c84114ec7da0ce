/// What can be seen of a crawl? One record each for a page, a site, a host, the status of a crawl
/// and the explanation of a page, whoever shows them: command line, dashboard, API, tables, one
/// machine or a cluster.
@NullMarked
package nephila.view;

import org.jspecify.annotations.NullMarked;
