/** Disputes: the queue by what has to be filed first, and those that nights propose. */
@NullMarked
package dev.countersign.facade.console.dispute;

import org.jspecify.annotations.NullMarked;
