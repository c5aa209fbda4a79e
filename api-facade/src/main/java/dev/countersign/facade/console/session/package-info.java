/**
 * Sessions of the console in the database: {@link
 * dev.countersign.facade.console.session.WriteSparingSessionRepository}.
 */
@NullMarked
package dev.countersign.facade.console.session;

import org.jspecify.annotations.NullMarked;
