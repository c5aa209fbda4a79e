/** The nights: a calendar of them, and each with its steps. */
@NullMarked
package dev.countersign.facade.console.night;

import org.jspecify.annotations.NullMarked;
