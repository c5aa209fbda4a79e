/**
 * Publication of state changes. {@link dev.countersign.ingest.event.EventRelay} publishes them, as
 * {@link dev.countersign.ingest.event.EventCodec} writes them.
 */
@NullMarked
package dev.countersign.ingest.event;

import org.jspecify.annotations.NullMarked;
