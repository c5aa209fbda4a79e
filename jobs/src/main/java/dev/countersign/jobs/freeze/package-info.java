/**
 * The step {@code freeze}. {@link dev.countersign.jobs.freeze.Freeze} fixes the cut, so that the
 * night sees no later message.
 */
@NullMarked
package dev.countersign.jobs.freeze;

import org.jspecify.annotations.NullMarked;
