/// Whose page is it, and how does money get there?
///
/// A crawl on many machines, on Apache Kafka. Pages are dealt to partitions by their site
/// ([Ownership]); a partition's [PartitionOwner] keeps the accounts of its pages and the clocks of
/// its hosts in the stores of Kafka Streams, pays across partitions with [Payment]s, and orders
/// pages to be fetched. Fetchers ([FetchGroup]) are a consumer group of their own and answer orders
/// with [OrderResult]s. Everything between two owners, and an owner's own state, changes in one
/// transaction of Kafka: a process may die at any moment and no unit is lost or paid twice.
///
/// Follow a page: [FetchOrder] → [OrderRunner] → [OrderResult] → [PartitionOwner] →
/// [PartitionLedger] → [Payment] → another owner → [PartitionFrontier] → [FetchOrder].
@NullMarked
package nephila.cluster;

import org.jspecify.annotations.NullMarked;
