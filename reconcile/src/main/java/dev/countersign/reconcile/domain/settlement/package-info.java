/**
 * What must be proved: the differences that somebody has to explain. Start with {@link
 * dev.countersign.reconcile.domain.settlement.Break}.
 */
@NullMarked
package dev.countersign.reconcile.domain.settlement;

import org.jspecify.annotations.NullMarked;
