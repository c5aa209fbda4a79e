/**
 * Evidence of cardholder verification, as a message states it. Start with {@link
 * dev.countersign.reconcile.domain.feed.evidence.VerificationEvidence}.
 */
@NullMarked
package dev.countersign.reconcile.domain.feed.evidence;

import org.jspecify.annotations.NullMarked;
