/** Disputes of settled transactions. */
@NullMarked
package dev.countersign.reconcile.domain.dispute;

import org.jspecify.annotations.NullMarked;
