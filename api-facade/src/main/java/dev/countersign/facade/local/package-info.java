/**
 * The local machine: the data directory of the embedded servers, its secrets, and the servers of a
 * running product, for commands. Start with {@link dev.countersign.facade.local.Servers}.
 */
@NullMarked
package dev.countersign.facade.local;

import org.jspecify.annotations.NullMarked;
