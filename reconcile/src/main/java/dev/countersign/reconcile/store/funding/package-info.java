/** SQL of funding accounts and their movements. Start with {@code FundingStore}. */
@NullMarked
package dev.countersign.reconcile.store.funding;

import org.jspecify.annotations.NullMarked;
