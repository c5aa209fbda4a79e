/**
 * Drills with backups: {@link dev.countersign.facade.launch.backup.BackupVerify} looks at a
 * restored database, {@link dev.countersign.facade.launch.backup.BrokerComparison} at what the
 * broker says beside it.
 */
@NullMarked
package dev.countersign.facade.launch.backup;

import org.jspecify.annotations.NullMarked;
