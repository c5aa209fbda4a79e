/**
 * The audit trail of operators and keys: entries, each sealed with the seal of the one before, and
 * checkpoints that are kept outside the database. Start with {@link
 * dev.countersign.reconcile.domain.audit.AuditEntry}.
 */
@NullMarked
package dev.countersign.reconcile.domain.audit;

import org.jspecify.annotations.NullMarked;
