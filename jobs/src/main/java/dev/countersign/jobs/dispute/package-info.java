/**
 * The steps {@code disputes} and {@code dispute-money}. {@link
 * dev.countersign.jobs.dispute.OpenDisputes} opens or proposes disputes that the records alone
 * justify, and withdraws disputes that merchant credits cover. {@link
 * dev.countersign.jobs.dispute.PostDisputes} books the money that disputes move.
 */
@NullMarked
package dev.countersign.jobs.dispute;

import org.jspecify.annotations.NullMarked;
