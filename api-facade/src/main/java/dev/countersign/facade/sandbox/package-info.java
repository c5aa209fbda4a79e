/**
 * The test helpers of the sandbox, which play a card network, a wallet and a card bureau on demand.
 * Each call writes a message to the real feed and returns when the feed has decided it. Start with
 * {@code SandboxFeed}.
 */
@NullMarked
package dev.countersign.facade.sandbox;

import org.jspecify.annotations.NullMarked;
