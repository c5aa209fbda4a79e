/** The step {@code funds}: {@link dev.countersign.jobs.funds.FundsBelowZero}. */
@NullMarked
package dev.countersign.jobs.funds;

import org.jspecify.annotations.NullMarked;
