/**
 * Console login through the issuer's own identity provider (OpenID Connect). Start with {@code
 * ProviderLogin}.
 */
@NullMarked
package dev.countersign.facade.console.provider;

import org.jspecify.annotations.NullMarked;
