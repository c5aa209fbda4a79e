/** Request ids, hosts, headers and API keys: what happens before any resource is reached. */
@NullMarked
package dev.countersign.facade.security;

import org.jspecify.annotations.NullMarked;
