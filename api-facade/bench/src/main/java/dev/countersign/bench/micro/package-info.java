/**
 * Measurements of the pure parts alone, with what they allocate; run on demand. Start with {@code
 * PureParts}.
 */
@NullMarked
package dev.countersign.bench.micro;

import org.jspecify.annotations.NullMarked;
