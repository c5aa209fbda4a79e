/** Card programs: network, BIN, currencies and card types that an account may issue. */
@NullMarked
package dev.countersign.reconcile.domain.program;

import org.jspecify.annotations.NullMarked;
