/**
 * The local machine: the data directory of the embedded default, and how commands that run beside
 * the product find its servers.
 */
@NullMarked
package dev.countersign.facade.local;

import org.jspecify.annotations.NullMarked;
