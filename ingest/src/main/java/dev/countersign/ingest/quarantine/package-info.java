/**
 * Messages after the dead letter topic. {@link dev.countersign.ingest.quarantine.DeadLetters} keeps
 * them for operators, and {@link dev.countersign.ingest.quarantine.Replay} sends the original
 * message again.
 */
@NullMarked
package dev.countersign.ingest.quarantine;

import org.jspecify.annotations.NullMarked;
