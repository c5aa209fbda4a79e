/**
 * The match of a presentment with its authorization: {@link
 * dev.countersign.reconcile.domain.clearing.match.PresentmentMatcher} finds it and gives the
 * reason.
 */
@NullMarked
package dev.countersign.reconcile.domain.clearing.match;

import org.jspecify.annotations.NullMarked;
