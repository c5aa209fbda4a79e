/**
 * The local machine: the data directory of the embedded default, its secrets, and how a command
 * finds the servers of a product that runs beside it. Start with {@link
 * dev.countersign.facade.local.Servers}.
 */
@NullMarked
package dev.countersign.facade.local;

import org.jspecify.annotations.NullMarked;
