/**
 * Subcommands of the launcher itself. Start with {@link
 * dev.countersign.facade.launch.command.ServeCommand}.
 */
@NullMarked
package dev.countersign.facade.launch.command;

import org.jspecify.annotations.NullMarked;
