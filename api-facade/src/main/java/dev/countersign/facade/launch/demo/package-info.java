/**
 * The demo: an issuer with cardholders, two months of really decided and settled history, and live
 * traffic. Everything uses the public entrances: services, the feed, and the nights. Start with
 * {@link dev.countersign.facade.launch.demo.Demo}.
 */
@NullMarked
package dev.countersign.facade.launch.demo;

import org.jspecify.annotations.NullMarked;
