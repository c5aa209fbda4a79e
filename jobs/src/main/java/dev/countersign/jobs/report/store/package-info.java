/**
 * The place of issued reports: a folder, or a bucket of an object store that several machines
 * reach. {@link ReportStore} says what both can do; {@link ReportStores} opens the one that is
 * told.
 */
@NullMarked
package dev.countersign.jobs.report.store;

import org.jspecify.annotations.NullMarked;
