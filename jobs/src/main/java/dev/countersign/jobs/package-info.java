/**
 * The night. For one business date, in this order: freeze the cut, match and settle, expire holds,
 * total, compare with the network's totals, open disputes, report. Every step may be killed at any
 * point and run again with the same result.
 */
@NullMarked
package dev.countersign.jobs;

import org.jspecify.annotations.NullMarked;
