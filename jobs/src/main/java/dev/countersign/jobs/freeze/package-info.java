/** The first step: what this night sees, and nothing that comes later. */
@NullMarked
package dev.countersign.jobs.freeze;

import org.jspecify.annotations.NullMarked;
