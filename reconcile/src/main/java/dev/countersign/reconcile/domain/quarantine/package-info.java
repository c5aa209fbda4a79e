/**
 * Messages that could not be read, and what operators did with them. Start with {@link
 * dev.countersign.reconcile.domain.quarantine.QuarantineEntry}.
 */
@NullMarked
package dev.countersign.reconcile.domain.quarantine;

import org.jspecify.annotations.NullMarked;
