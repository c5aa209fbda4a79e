/**
 * Customers of an issuer, who hold cards. Start with {@link
 * dev.countersign.reconcile.domain.customer.Customer}.
 */
@NullMarked
package dev.countersign.reconcile.domain.customer;

import org.jspecify.annotations.NullMarked;
