/**
 * A simulated feed that behaves like a real one. The same seed gives the same messages, and the
 * truth that the book must come to, computed by a separate model. Start with {@link
 * dev.countersign.ingest.simulate.TrafficSimulator}.
 */
@NullMarked
package dev.countersign.ingest.simulate;

import org.jspecify.annotations.NullMarked;
