/**
 * The PostgreSQL that Countersign brings along, so that a fresh clone starts with one command and
 * tests need nothing installed. It is a real server, durable like any other: what has committed
 * survives a crash of the program and of the machine. Read {@link
 * dev.countersign.reconcile.embedded.EmbeddedPostgres} first; whatever can keep it from starting is
 * said in one sentence by {@link dev.countersign.reconcile.embedded.StartupRefusedException}.
 *
 * <p>The core itself never asks whether its database is this one. Only the launcher and the tests
 * start it, and only they carry its binaries.
 */
@NullMarked
package dev.countersign.reconcile.embedded;

import org.jspecify.annotations.NullMarked;
