/** The product as tests run and call it. */
@NullMarked
package dev.countersign.facade.testkit;

import org.jspecify.annotations.NullMarked;
