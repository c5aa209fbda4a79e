/**
 * Resources as callers see them, one record each, field by field as specified. A field that is not
 * nullable and has no value is left out; a nullable one is null. Start with {@link
 * dev.countersign.facade.rest.json.TransactionJson}.
 */
@NullMarked
package dev.countersign.facade.rest.json;

import org.jspecify.annotations.NullMarked;
