/**
 * Second factors of operators: one-time passwords, passkeys and recovery codes, and the pages to
 * set them up. Start with {@code SecondFactorPage}.
 */
@NullMarked
package dev.countersign.facade.console.factor;

import org.jspecify.annotations.NullMarked;
