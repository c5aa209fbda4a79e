/**
 * Parts that all measurements share: the amount of work, the order of the contestants, the product
 * and its peers as processes, and the clocks. Start with {@code Course} and {@code Contest}.
 */
@NullMarked
package dev.countersign.bench.course;

import org.jspecify.annotations.NullMarked;
