/** Orders of plastic cards. */
@NullMarked
package dev.countersign.reconcile.domain.order;

import org.jspecify.annotations.NullMarked;
