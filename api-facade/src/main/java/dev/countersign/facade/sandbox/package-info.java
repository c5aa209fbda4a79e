/**
 * The test helpers of the sandbox: they do on demand what a card network, a wallet and a card
 * bureau do in production. Each call writes a message to the real feed and returns when the feed
 * has decided it. Start with {@code SandboxFeed}.
 */
@NullMarked
package dev.countersign.facade.sandbox;

import org.jspecify.annotations.NullMarked;
