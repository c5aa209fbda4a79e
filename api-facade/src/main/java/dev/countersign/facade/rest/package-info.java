/**
 * The REST interface: each resource parses, calls one service and renders. Start with {@link
 * dev.countersign.facade.rest.TransactionsResource}.
 */
@NullMarked
package dev.countersign.facade.rest;

import org.jspecify.annotations.NullMarked;
