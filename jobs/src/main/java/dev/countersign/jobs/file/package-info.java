/**
 * The step {@code files}: clearing files are checked against their trailers before anything of them
 * is posted ({@link dev.countersign.jobs.file.CheckFiles}).
 */
@NullMarked
package dev.countersign.jobs.file;

import org.jspecify.annotations.NullMarked;
