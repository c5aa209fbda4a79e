/** The place where reports are kept, as it is set. */
@NullMarked
package dev.countersign.facade.launch.report;

import org.jspecify.annotations.NullMarked;
