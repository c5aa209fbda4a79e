/** What an operator has beside a password, and the pages on which they look after it. */
@NullMarked
package dev.countersign.facade.console.factor;

import org.jspecify.annotations.NullMarked;
