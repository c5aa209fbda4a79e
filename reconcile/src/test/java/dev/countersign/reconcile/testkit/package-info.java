/**
 * The tools that tests of every module share; published as the test-jar. Register a {@link
 * dev.countersign.reconcile.testkit.PostgresExtension} and the test class has a migrated database
 * of its own on a real PostgreSQL; {@link dev.countersign.reconcile.testkit.TestInfra} says how
 * that server comes about.
 */
@NullMarked
package dev.countersign.reconcile.testkit;

import org.jspecify.annotations.NullMarked;
