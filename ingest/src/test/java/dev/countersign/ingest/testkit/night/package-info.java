/**
 * A model of the nights that shares no code with the product. It computes the expected results from
 * the simulator's intentions. Start with {@link dev.countersign.ingest.testkit.night.NightTruth}.
 */
@NullMarked
package dev.countersign.ingest.testkit.night;

import org.jspecify.annotations.NullMarked;
