/**
 * People who work at the console and what each may do there. Start with {@link
 * dev.countersign.reconcile.domain.operator.OperatorRole}.
 */
@NullMarked
package dev.countersign.reconcile.domain.operator;

import org.jspecify.annotations.NullMarked;
