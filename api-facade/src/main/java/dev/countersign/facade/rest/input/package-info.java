/**
 * Strict reading of what a caller sent: {@link dev.countersign.facade.rest.input.Body} for bodies
 * of a declared {@link dev.countersign.facade.rest.input.ObjectShape}, {@link
 * dev.countersign.facade.rest.input.Query} for query parameters. What cannot be bound is refused
 * before any value is looked at.
 */
@NullMarked
package dev.countersign.facade.rest.input;

import org.jspecify.annotations.NullMarked;
