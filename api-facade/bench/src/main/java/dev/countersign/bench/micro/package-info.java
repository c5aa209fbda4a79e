/**
 * Measurements of the pure parts alone, with their allocation; run on demand. Start with {@code
 * PureParts}.
 */
@NullMarked
package dev.countersign.bench.micro;

import org.jspecify.annotations.NullMarked;
