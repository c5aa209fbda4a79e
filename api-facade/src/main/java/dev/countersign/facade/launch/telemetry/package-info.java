/**
 * Telemetry of the product: traces where they are wanted, and lines of its log. Start with {@link
 * dev.countersign.facade.launch.telemetry.TraceProperties}.
 */
@NullMarked
package dev.countersign.facade.launch.telemetry;

import org.jspecify.annotations.NullMarked;
