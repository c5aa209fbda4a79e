/** The step {@code freeze}: what this night sees, and nothing that comes later. */
@NullMarked
package dev.countersign.jobs.freeze;

import org.jspecify.annotations.NullMarked;
