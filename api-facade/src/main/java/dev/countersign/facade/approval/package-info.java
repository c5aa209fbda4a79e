/** What takes two persons, where it is set and where two of them stand at a terminal. */
@NullMarked
package dev.countersign.facade.approval;

import org.jspecify.annotations.NullMarked;
