/** What was measured, held against the goals, and how it is shown. */
@NullMarked
package dev.countersign.bench.report;

import org.jspecify.annotations.NullMarked;
