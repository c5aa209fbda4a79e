/**
 * The trail of what people and keys changed: entries that each hold the hash of the one before.
 * Start with {@link dev.countersign.reconcile.domain.audit.AuditEntry}.
 */
@NullMarked
package dev.countersign.reconcile.domain.audit;

import org.jspecify.annotations.NullMarked;
