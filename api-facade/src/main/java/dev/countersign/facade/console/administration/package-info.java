/**
 * Pages for administrators: operators and their roles, API keys, the keys of card numbers, and the
 * audit trail. Start with {@code OperatorsPage}.
 */
@NullMarked
package dev.countersign.facade.console.administration;

import org.jspecify.annotations.NullMarked;
