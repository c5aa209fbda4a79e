/**
 * Checks of a request before it reaches a resource: its id, host, headers, API key and rate. Start
 * with {@link dev.countersign.facade.security.ApiSecurity}.
 */
@NullMarked
package dev.countersign.facade.security;

import org.jspecify.annotations.NullMarked;
