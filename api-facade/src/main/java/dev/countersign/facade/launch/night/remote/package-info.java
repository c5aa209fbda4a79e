/**
 * Transport of partitions to the workers of a night, over Kafka: {@link
 * dev.countersign.facade.launch.night.remote.PartitionTopic} sends, {@link
 * dev.countersign.facade.launch.night.remote.PartitionListener} listens.
 */
@NullMarked
package dev.countersign.facade.launch.night.remote;

import org.jspecify.annotations.NullMarked;
