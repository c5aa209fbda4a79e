/**
 * Operators of the console and their permissions. Start with {@link
 * dev.countersign.reconcile.domain.operator.OperatorRole}.
 */
@NullMarked
package dev.countersign.reconcile.domain.operator;

import org.jspecify.annotations.NullMarked;
