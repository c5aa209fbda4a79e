/**
 * Commands for API keys and operators. Start with {@link
 * dev.countersign.facade.administer.access.KeysCommand}.
 */
@NullMarked
package dev.countersign.facade.administer.access;

import org.jspecify.annotations.NullMarked;
