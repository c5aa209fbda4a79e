/**
 * Resources as the interface shows them, field by field as specified. A field that is not nullable
 * and has no value is left out; a nullable one is null.
 */
@NullMarked
package dev.countersign.facade.rest.json;

import org.jspecify.annotations.NullMarked;
