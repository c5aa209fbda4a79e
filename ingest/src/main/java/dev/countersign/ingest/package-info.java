/**
 * The stream. Feed records arrive in batches, are decoded without ever throwing on bad input, and
 * are handed to the core, which decides each batch inside one database transaction; the decisions
 * go out after it has committed. Nothing in here decides anything about a card.
 */
@NullMarked
package dev.countersign.ingest;

import org.jspecify.annotations.NullMarked;
