/**
 * Conflicts that keep a start from its ports or its data directory: another process has them. All
 * of it is found before anything is started, and told with a command that works. Start with {@link
 * dev.countersign.facade.launch.conflict.StartConflicts}.
 */
@NullMarked
package dev.countersign.facade.launch.conflict;

import org.jspecify.annotations.NullMarked;
