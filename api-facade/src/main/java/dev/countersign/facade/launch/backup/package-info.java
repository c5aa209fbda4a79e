/**
 * Drills with backups. {@link dev.countersign.facade.launch.backup.BackupCommand.Verify} checks a
 * restored database; {@link dev.countersign.facade.launch.backup.BrokerComparison} compares it with
 * the broker.
 */
@NullMarked
package dev.countersign.facade.launch.backup;

import org.jspecify.annotations.NullMarked;
