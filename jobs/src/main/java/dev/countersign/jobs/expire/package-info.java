/**
 * The step {@code expire}. {@link dev.countersign.jobs.expire.ExpireHolds} releases holds that no
 * merchant may claim any more.
 */
@NullMarked
package dev.countersign.jobs.expire;

import org.jspecify.annotations.NullMarked;
