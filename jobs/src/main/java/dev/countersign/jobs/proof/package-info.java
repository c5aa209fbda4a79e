/**
 * Queries for the sums of a business date: from gross to net, beside the network's figures, down to
 * each record and its journals. Start with {@link dev.countersign.jobs.proof.Proofs}.
 */
@NullMarked
package dev.countersign.jobs.proof;

import org.jspecify.annotations.NullMarked;
