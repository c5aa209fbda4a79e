/**
 * The pure parts of a decision and of the night by themselves, with what they allocate; run on
 * demand.
 */
@NullMarked
package dev.countersign.bench.micro;

import org.jspecify.annotations.NullMarked;
