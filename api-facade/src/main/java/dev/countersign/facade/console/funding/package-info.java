/**
 * Pages of funding accounts: what each has and holds, what moved it, and credits and debits, of
 * which large ones take two operators. Start with {@link
 * dev.countersign.facade.console.funding.FundingPage}.
 */
@NullMarked
package dev.countersign.facade.console.funding;

import org.jspecify.annotations.NullMarked;
