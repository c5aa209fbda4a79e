/** Login at the console by an identity provider of the user's own (OpenID Connect). */
@NullMarked
package dev.countersign.facade.console.provider;

import org.jspecify.annotations.NullMarked;
