/**
 * Pages of funding accounts: balances, holds and movements, and credits and debits. Large ones take
 * two operators. Start with {@link dev.countersign.facade.console.funding.FundingPage}.
 */
@NullMarked
package dev.countersign.facade.console.funding;

import org.jspecify.annotations.NullMarked;
