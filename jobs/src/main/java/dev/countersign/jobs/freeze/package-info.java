/**
 * The step {@code freeze}: {@link dev.countersign.jobs.freeze.Freeze} fixes the cut, so that the
 * night sees nothing that comes later.
 */
@NullMarked
package dev.countersign.jobs.freeze;

import org.jspecify.annotations.NullMarked;
