/**
 * Telemetry of the product: traces, if a setting enables them, and the fields of log lines. Start
 * with {@link dev.countersign.facade.launch.telemetry.TraceProperties}.
 */
@NullMarked
package dev.countersign.facade.launch.telemetry;

import org.jspecify.annotations.NullMarked;
