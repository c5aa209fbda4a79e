/**
 * The sandbox test helpers: what a card network, a wallet and a card producer do in production, on
 * demand. Each call writes a message to the real feed and answers when the feed has decided it.
 */
@NullMarked
package dev.countersign.facade.sandbox;

import org.jspecify.annotations.NullMarked;
