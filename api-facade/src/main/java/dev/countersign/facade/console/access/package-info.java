/**
 * Access to the console: login, sessions, form tokens, and the permissions of each role. Start with
 * {@link dev.countersign.facade.console.access.OperatorRequestFilter} and {@link
 * dev.countersign.facade.console.access.OperatorRequest}.
 */
@NullMarked
package dev.countersign.facade.console.access;

import org.jspecify.annotations.NullMarked;
