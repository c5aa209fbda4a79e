/**
 * The rules of card issuing as pure values and functions: none reads a clock, a database or a
 * network. Start with {@link dev.countersign.reconcile.domain.feed.NetworkMessage}, a message as
 * received; {@link dev.countersign.reconcile.domain.authorization.Authorizer}, which decides a
 * request; and {@link dev.countersign.reconcile.domain.clearing.post.LineageSettlement}, which
 * settles clearing records.
 */
@NullMarked
package dev.countersign.reconcile.domain;

import org.jspecify.annotations.NullMarked;
