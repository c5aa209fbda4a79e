/** Work on funding accounts. */
@NullMarked
package dev.countersign.reconcile.service.funding;

import org.jspecify.annotations.NullMarked;
