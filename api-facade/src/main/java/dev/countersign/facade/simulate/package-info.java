/**
 * The commands {@code simulate} and {@code replay}: sandbox cards, a simulated feed for them, and
 * its expected result. Start with {@link dev.countersign.facade.simulate.SimulateCommand}.
 */
@NullMarked
package dev.countersign.facade.simulate;

import org.jspecify.annotations.NullMarked;
