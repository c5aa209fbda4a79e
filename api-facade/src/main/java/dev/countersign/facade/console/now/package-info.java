/** Live figures of what happens now. They move while the operator looks at them. */
@NullMarked
package dev.countersign.facade.console.now;

import org.jspecify.annotations.NullMarked;
