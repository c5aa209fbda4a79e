/**
 * The start of a {@link dev.countersign.facade.launch.start.Product}: first the embedded servers,
 * unless settings name others, then the Spring context. A start that fails ends with a sentence
 * that gives the reason.
 */
@NullMarked
package dev.countersign.facade.launch.start;

import org.jspecify.annotations.NullMarked;
