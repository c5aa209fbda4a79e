/**
 * Sessions of the console in the database. Start with {@link
 * dev.countersign.facade.console.session.WriteSparingSessionRepository}.
 */
@NullMarked
package dev.countersign.facade.console.session;

import org.jspecify.annotations.NullMarked;
