/**
 * Partitions of a step on several machines, by the remote partitioning of Spring Batch. Who runs
 * the night hands them out ({@link dev.countersign.jobs.remote.RemotePartitions}) and looks in the
 * database how they stand; workers ({@link dev.countersign.jobs.remote.PartitionWorker}) do them
 * under the number of its lease. How a request travels is another's matter.
 */
@NullMarked
package dev.countersign.jobs.remote;

import org.jspecify.annotations.NullMarked;
