/**
 * Decisions on requests. {@link dev.countersign.reconcile.domain.authorization.Authorizer} is a
 * pure function of a request and a {@link
 * dev.countersign.reconcile.domain.authorization.CardPosition}: no clock, no store, no log.
 */
@NullMarked
package dev.countersign.reconcile.domain.authorization;

import org.jspecify.annotations.NullMarked;
