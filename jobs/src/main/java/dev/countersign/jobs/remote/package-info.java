/**
 * Partitions of a step on several machines, by Spring Batch's remote partitioning. The lease holder
 * sends them ({@link dev.countersign.jobs.remote.RemotePartitions}) and reads their state from the
 * database. Workers ({@link dev.countersign.jobs.remote.PartitionWorker}) run them under the number
 * of its lease. Another package transports the requests.
 */
@NullMarked
package dev.countersign.jobs.remote;

import org.jspecify.annotations.NullMarked;
