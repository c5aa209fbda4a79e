/**
 * The commands that take over rates from files. They are thin: {@link
 * dev.countersign.jobs.fx.FxRates} holds the rules.
 */
@NullMarked
package dev.countersign.facade.launch.rate;

import org.jspecify.annotations.NullMarked;
