/**
 * The command line, and the only package that sees every module. Start with {@link
 * dev.countersign.facade.launch.Main}, which lists the subcommands, each one small class. The
 * default, {@code serve}, starts a {@link dev.countersign.facade.launch.start.Product}: first the
 * embedded servers, unless a setting names others, then the Spring context.
 */
@NullMarked
package dev.countersign.facade.launch;

import org.jspecify.annotations.NullMarked;
