/**
 * Errors as callers see them. Only {@link dev.countersign.facade.error.ErrorResponses} maps an
 * error code to HTTP.
 */
@NullMarked
package dev.countersign.facade.error;

import org.jspecify.annotations.NullMarked;
