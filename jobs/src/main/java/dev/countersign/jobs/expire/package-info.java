/** The step {@code expire}: holds that no merchant may claim any more are released. */
@NullMarked
package dev.countersign.jobs.expire;

import org.jspecify.annotations.NullMarked;
