/**
 * Conflicts that keep a start from its ports or its data directory, because another process has
 * them. All are found before anything starts, and reported with a command that works. Start with
 * {@link dev.countersign.facade.launch.conflict.StartConflicts}.
 */
@NullMarked
package dev.countersign.facade.launch.conflict;

import org.jspecify.annotations.NullMarked;
