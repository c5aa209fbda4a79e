/**
 * A made-up feed that behaves like a real one. The same seed makes the same messages, and with them
 * the truth that the book must come to, computed by a model of its own. Start with {@link
 * dev.countersign.ingest.simulate.TrafficSimulator}.
 */
@NullMarked
package dev.countersign.ingest.simulate;

import org.jspecify.annotations.NullMarked;
