/** Tools that run and call the product in tests. Start with {@code TestProduct}. */
@NullMarked
package dev.countersign.facade.testkit;

import org.jspecify.annotations.NullMarked;
