/**
 * Operators of the console, and what each may do. Start with {@link
 * dev.countersign.reconcile.domain.operator.OperatorRole}.
 */
@NullMarked
package dev.countersign.reconcile.domain.operator;

import org.jspecify.annotations.NullMarked;
