/**
 * A made-up feed that behaves as a real one: the same seed makes the same messages, and beside them
 * the truth, computed by a model of its own, that the book must come to. Start with {@link
 * dev.countersign.ingest.simulate.TrafficSimulator}.
 */
@NullMarked
package dev.countersign.ingest.simulate;

import org.jspecify.annotations.NullMarked;
