/**
 * Pages of disputes: the queue in the order of the days left to file, the proposals of the night,
 * and one page for each dispute. Start with {@link
 * dev.countersign.facade.console.dispute.DisputesPage}.
 */
@NullMarked
package dev.countersign.facade.console.dispute;

import org.jspecify.annotations.NullMarked;
