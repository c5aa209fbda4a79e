/**
 * The settings of nights, as the configuration names them. Commands and processes that serve read
 * the same ones.
 */
@NullMarked
package dev.countersign.facade.launch.night.settings;

import org.jspecify.annotations.NullMarked;
