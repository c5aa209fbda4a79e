/**
 * The command line, and the only package that sees every module. Read {@link
 * dev.countersign.facade.launch.Main} first: it lists the subcommands, each one small class. The
 * default, {@code serve}, starts a {@link dev.countersign.facade.launch.start.Product}: first the
 * servers that no setting names, embedded, then the Spring context on top of them.
 */
@NullMarked
package dev.countersign.facade.launch;

import org.jspecify.annotations.NullMarked;
