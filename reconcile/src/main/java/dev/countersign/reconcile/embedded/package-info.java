/**
 * The embedded PostgreSQL: a fresh clone starts with one command, and tests need nothing installed.
 * It is a real, durable server: committed data survives a crash of the program and of the machine.
 * Start with {@link dev.countersign.reconcile.embedded.EmbeddedPostgres}; {@link
 * dev.countersign.reconcile.embedded.StartupRefusedException} says in one sentence why it cannot
 * start.
 *
 * <p>The core never asks whether its database is this one. Only the launcher and the tests start
 * it, and only they carry its binaries.
 */
@NullMarked
package dev.countersign.reconcile.embedded;

import org.jspecify.annotations.NullMarked;
