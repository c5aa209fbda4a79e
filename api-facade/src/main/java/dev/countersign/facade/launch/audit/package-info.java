/**
 * The audit trail of a running product. {@link dev.countersign.facade.launch.audit.AuditKeeper}
 * seals it and takes checkpoints out of the database; the command {@link
 * dev.countersign.facade.launch.audit.AuditVerify} compares them.
 */
@NullMarked
package dev.countersign.facade.launch.audit;

import org.jspecify.annotations.NullMarked;
