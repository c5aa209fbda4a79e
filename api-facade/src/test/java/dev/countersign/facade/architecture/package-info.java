/** The rules of the house as tests: its walls, and how its files look. */
@NullMarked
package dev.countersign.facade.architecture;

import org.jspecify.annotations.NullMarked;
