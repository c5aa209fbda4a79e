/** The factors that an operator has beside a password, and the pages to manage them. */
@NullMarked
package dev.countersign.facade.console.factor;

import org.jspecify.annotations.NullMarked;
