/**
 * Strict reading of requests: {@link dev.countersign.facade.rest.input.Body} for bodies of a
 * declared {@link dev.countersign.facade.rest.input.ObjectShape}, {@link
 * dev.countersign.facade.rest.input.Query} for query parameters. A request that cannot be bound is
 * refused before any value is checked.
 */
@NullMarked
package dev.countersign.facade.rest.input;

import org.jspecify.annotations.NullMarked;
