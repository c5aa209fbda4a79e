/** What is told to whoever builds on this: what happened, and to what. */
@NullMarked
package dev.countersign.reconcile.domain.event;

import org.jspecify.annotations.NullMarked;
