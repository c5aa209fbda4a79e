/** The configured storage of reports. Start with {@code ReportProperties}. */
@NullMarked
package dev.countersign.facade.launch.report;

import org.jspecify.annotations.NullMarked;
