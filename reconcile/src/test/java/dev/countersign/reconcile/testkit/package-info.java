/**
 * Tools shared by the tests of every module, published as the test-jar. Register a {@link
 * dev.countersign.reconcile.testkit.PostgresExtension} to give a test class its own migrated
 * database on a real PostgreSQL. {@link dev.countersign.reconcile.testkit.TestInfra} decides which
 * server that is.
 */
@NullMarked
package dev.countersign.reconcile.testkit;

import org.jspecify.annotations.NullMarked;
