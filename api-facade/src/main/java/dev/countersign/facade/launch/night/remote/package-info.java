/**
 * The way from who runs a night to its workers, over Kafka: {@link
 * dev.countersign.facade.launch.night.remote.PartitionTopic} sends, {@link
 * dev.countersign.facade.launch.night.remote.PartitionListener} listens.
 */
@NullMarked
package dev.countersign.facade.launch.night.remote;

import org.jspecify.annotations.NullMarked;
