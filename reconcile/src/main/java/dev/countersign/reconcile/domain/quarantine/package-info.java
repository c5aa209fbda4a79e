/**
 * Unreadable messages, and the actions of operators on them. Start with {@link
 * dev.countersign.reconcile.domain.quarantine.QuarantineEntry}.
 */
@NullMarked
package dev.countersign.reconcile.domain.quarantine;

import org.jspecify.annotations.NullMarked;
