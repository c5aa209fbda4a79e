/**
 * A model of the nights that shares no code with the product: what they must come to, from what the
 * simulator meant by its messages. Start with {@link
 * dev.countersign.ingest.testkit.night.NightTruth}.
 */
@NullMarked
package dev.countersign.ingest.testkit.night;

import org.jspecify.annotations.NullMarked;
