/**
 * What keeps a start from having what it asks for: ports that are taken, a data directory in use.
 * All of it is found before anything is started, and told with a command that works. Start with
 * {@link dev.countersign.facade.launch.conflict.StartConflicts}.
 */
@NullMarked
package dev.countersign.facade.launch.conflict;

import org.jspecify.annotations.NullMarked;
