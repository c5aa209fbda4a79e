/**
 * Pages of sums: the proof of a settlement day, the trial balance, months, and holds. Every sum
 * opens to its records. Start with {@link dev.countersign.facade.console.proof.ProofDayPage}.
 */
@NullMarked
package dev.countersign.facade.console.proof;

import org.jspecify.annotations.NullMarked;
