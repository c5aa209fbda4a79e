/**
 * Errors as callers see them: {@link dev.countersign.facade.error.ErrorResponses} is the one place
 * that maps an error code to HTTP.
 */
@NullMarked
package dev.countersign.facade.error;

import org.jspecify.annotations.NullMarked;
