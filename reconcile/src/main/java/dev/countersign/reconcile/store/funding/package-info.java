/** SQL of funding accounts and of what moves them. */
@NullMarked
package dev.countersign.reconcile.store.funding;

import org.jspecify.annotations.NullMarked;
