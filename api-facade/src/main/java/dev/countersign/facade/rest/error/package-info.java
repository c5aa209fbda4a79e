/** The answers to refused requests: one closed set of codes, one body, one place that writes it. */
@NullMarked
package dev.countersign.facade.rest.error;

import org.jspecify.annotations.NullMarked;
