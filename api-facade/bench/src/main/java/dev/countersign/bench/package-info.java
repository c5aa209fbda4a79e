/**
 * The benchmark: the product, its floors and its peers, measured in one interleaved run on the
 * reader's own machine. Start with {@link dev.countersign.bench.Bench}, the table of contents.
 */
@NullMarked
package dev.countersign.bench;

import org.jspecify.annotations.NullMarked;
