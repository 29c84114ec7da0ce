/// What does a crawl on a cluster cost without a network? Drives the cluster's own messages, which
/// only this package sees.
package nephila.cluster;
