/**
 * Resources as callers see them, one record each, field by field as specified. A field without a
 * value is left out, or null if it is nullable. Start with {@link
 * dev.countersign.facade.rest.json.TransactionJson}.
 */
@NullMarked
package dev.countersign.facade.rest.json;

import org.jspecify.annotations.NullMarked;
