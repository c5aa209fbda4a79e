/**
 * The step {@code funds}. {@link dev.countersign.jobs.funds.FundsBelowZero} reports the funding
 * accounts that are below zero.
 */
@NullMarked
package dev.countersign.jobs.funds;

import org.jspecify.annotations.NullMarked;
