/** Who calls: request ids and API keys, before any resource is reached. */
@NullMarked
package dev.countersign.facade.security;

import org.jspecify.annotations.NullMarked;
