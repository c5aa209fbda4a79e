/** Operators and their roles, and the audit trail. */
@NullMarked
package dev.countersign.facade.console.administration;

import org.jspecify.annotations.NullMarked;
