/**
 * The commands {@code simulate} and {@code replay}: sandbox cards, a made-up feed for them, and the
 * truth that must come of it. Start with {@link dev.countersign.facade.simulate.SimulateCommand}.
 */
@NullMarked
package dev.countersign.facade.simulate;

import org.jspecify.annotations.NullMarked;
