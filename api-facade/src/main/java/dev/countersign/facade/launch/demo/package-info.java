/**
 * The demo: an issuer with cardholders, two months of history that was really decided and settled,
 * and traffic from then on. Everything goes through the public entrances: services, the feed, and
 * the nights. Start with {@link dev.countersign.facade.launch.demo.Demo}.
 */
@NullMarked
package dev.countersign.facade.launch.demo;

import org.jspecify.annotations.NullMarked;
