/** The events that integrators are told: what happened, and to what. */
@NullMarked
package dev.countersign.reconcile.domain.event;

import org.jspecify.annotations.NullMarked;
