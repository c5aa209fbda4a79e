/** Messages of the feed that could not be read, and what becomes of them. */
@NullMarked
package dev.countersign.facade.console.quarantine;

import org.jspecify.annotations.NullMarked;
