/**
 * Access of operators and callers: API keys, operators, their logins and second factors, and the
 * audit trail. Start with {@link dev.countersign.reconcile.service.access.Operators} and {@link
 * dev.countersign.reconcile.service.access.ApiKeys}.
 */
@NullMarked
package dev.countersign.reconcile.service.access;

import org.jspecify.annotations.NullMarked;
