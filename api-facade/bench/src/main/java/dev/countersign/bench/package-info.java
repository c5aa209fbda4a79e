/**
 * The benchmark: the product, its floors and its peers, measured in one interleaved run on the
 * machine of whoever asks. {@link dev.countersign.bench.Bench} is the table of contents.
 */
@NullMarked
package dev.countersign.bench;

import org.jspecify.annotations.NullMarked;
