/**
 * The Kafka broker that tests share, published as the test-jar. {@link
 * dev.countersign.ingest.testkit.TestKafka} starts one broker per JVM, in a container or embedded,
 * as {@link dev.countersign.reconcile.testkit.TestInfra} decides.
 */
@NullMarked
package dev.countersign.ingest.testkit;

import org.jspecify.annotations.NullMarked;
