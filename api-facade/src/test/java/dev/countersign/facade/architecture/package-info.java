/** The rules of the house as tests: the boundaries of its modules, and the form of its files. */
@NullMarked
package dev.countersign.facade.architecture;

import org.jspecify.annotations.NullMarked;
