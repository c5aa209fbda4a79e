/**
 * Pages of the nights: a calendar of business dates, and each night with its steps. Start with
 * {@link dev.countersign.facade.console.night.NightPage}.
 */
@NullMarked
package dev.countersign.facade.console.night;

import org.jspecify.annotations.NullMarked;
