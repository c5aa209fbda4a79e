/**
 * Storage of issued reports: a folder, or a bucket of an object store that several machines reach.
 * {@link ReportStore} is the interface of both; {@link ReportStores} opens the configured one.
 */
@NullMarked
package dev.countersign.jobs.report.store;

import org.jspecify.annotations.NullMarked;
