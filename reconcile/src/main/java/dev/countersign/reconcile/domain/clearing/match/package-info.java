/**
 * Matching of presentments and authorizations. {@link
 * dev.countersign.reconcile.domain.clearing.match.PresentmentMatcher} finds the authorization and
 * gives the reason.
 */
@NullMarked
package dev.countersign.reconcile.domain.clearing.match;

import org.jspecify.annotations.NullMarked;
