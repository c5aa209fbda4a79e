/**
 * The start of a {@link dev.countersign.facade.launch.start.Product}: first the embedded servers,
 * where no setting names a server, then the Spring context; and the sentences that say why a start
 * failed.
 */
@NullMarked
package dev.countersign.facade.launch.start;

import org.jspecify.annotations.NullMarked;
