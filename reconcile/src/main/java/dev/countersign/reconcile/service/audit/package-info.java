/**
 * The audit trail under a key. {@link dev.countersign.reconcile.service.audit.AuditChain} seals its
 * entries and writes checkpoints to places outside the database; {@link
 * dev.countersign.reconcile.service.audit.AuditVerification} compares the two.
 */
@NullMarked
package dev.countersign.reconcile.service.audit;

import org.jspecify.annotations.NullMarked;
