/**
 * The audit trail under a key: {@link dev.countersign.reconcile.service.audit.AuditChain} seals
 * what was written and takes checkpoints to places outside the database; {@link
 * dev.countersign.reconcile.service.audit.AuditVerification} compares the two.
 */
@NullMarked
package dev.countersign.reconcile.service.audit;

import org.jspecify.annotations.NullMarked;
