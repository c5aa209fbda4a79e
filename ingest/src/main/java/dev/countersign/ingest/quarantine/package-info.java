/**
 * The handling of messages after the dead letter topic. They are kept where operators find them
 * ({@link dev.countersign.ingest.quarantine.DeadLetters}), and sent again as they first came
 * ({@link dev.countersign.ingest.quarantine.Replay}).
 */
@NullMarked
package dev.countersign.ingest.quarantine;

import org.jspecify.annotations.NullMarked;
