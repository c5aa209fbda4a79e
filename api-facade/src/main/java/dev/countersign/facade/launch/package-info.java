/**
 * The command line, and the only package that sees every module. Each subcommand is one small
 * class; {@link dev.countersign.facade.launch.Main} lists them.
 */
@NullMarked
package dev.countersign.facade.launch;

import org.jspecify.annotations.NullMarked;
