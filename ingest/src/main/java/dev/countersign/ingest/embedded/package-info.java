/**
 * The embedded Kafka: the real broker in KRaft mode, in this process, so that a fresh clone starts
 * with one command. Its records survive restarts and crashes. Read {@link
 * dev.countersign.ingest.embedded.EmbeddedKafka}; only the launcher and the tests start it.
 */
@NullMarked
package dev.countersign.ingest.embedded;

import org.jspecify.annotations.NullMarked;
