/**
 * Conflicts with another process that uses the same ports or data directory. All are found before
 * anything starts, and reported with a command that works. Start with {@link
 * dev.countersign.facade.launch.conflict.StartConflicts}.
 */
@NullMarked
package dev.countersign.facade.launch.conflict;

import org.jspecify.annotations.NullMarked;
