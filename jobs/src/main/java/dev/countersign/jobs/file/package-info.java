/**
 * The step {@code files}. {@link dev.countersign.jobs.file.CheckFiles} checks each clearing file
 * against its trailer before any of its records is posted.
 */
@NullMarked
package dev.countersign.jobs.file;

import org.jspecify.annotations.NullMarked;
