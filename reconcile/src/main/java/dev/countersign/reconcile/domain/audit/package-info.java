/**
 * The trail of what people and keys did: entries that are each sealed together with the seal of the
 * one before, and checkpoints of it that are kept elsewhere. Start with {@link
 * dev.countersign.reconcile.domain.audit.AuditEntry}.
 */
@NullMarked
package dev.countersign.reconcile.domain.audit;

import org.jspecify.annotations.NullMarked;
