/**
 * Card programs: the network, BIN, currencies and card types that an account may issue. Start with
 * {@link dev.countersign.reconcile.domain.program.Program}.
 */
@NullMarked
package dev.countersign.reconcile.domain.program;

import org.jspecify.annotations.NullMarked;
