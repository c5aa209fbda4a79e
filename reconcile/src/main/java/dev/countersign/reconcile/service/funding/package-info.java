/** Use cases of funding accounts. Start with {@code FundingAccounts}. */
@NullMarked
package dev.countersign.reconcile.service.funding;

import org.jspecify.annotations.NullMarked;
