/**
 * The rules of card issuing as pure values and functions: nothing here reads a clock, a database or
 * a network. Two closed worlds meet: what happened ({@code feed}) and what we make of it ({@code
 * authorization}, {@code transaction}).
 */
@NullMarked
package dev.countersign.reconcile.domain;

import org.jspecify.annotations.NullMarked;
