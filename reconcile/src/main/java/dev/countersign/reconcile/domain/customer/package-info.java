/** Those who hold cards. */
@NullMarked
package dev.countersign.reconcile.domain.customer;

import org.jspecify.annotations.NullMarked;
