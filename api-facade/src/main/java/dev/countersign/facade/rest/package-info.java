/**
 * The REST interface. Each resource parses a request, calls one service and renders the result.
 * Start with {@link dev.countersign.facade.rest.TransactionsResource}.
 */
@NullMarked
package dev.countersign.facade.rest;

import org.jspecify.annotations.NullMarked;
