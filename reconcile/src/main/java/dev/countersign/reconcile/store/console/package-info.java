/**
 * SQL of operators and their actions: logins, second factors, approvals, the audit trail. Start
 * with {@link dev.countersign.reconcile.store.console.OperatorStore} and {@link
 * dev.countersign.reconcile.store.console.AuditStore}.
 */
@NullMarked
package dev.countersign.reconcile.store.console;

import org.jspecify.annotations.NullMarked;
