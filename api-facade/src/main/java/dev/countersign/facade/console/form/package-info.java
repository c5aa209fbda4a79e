/**
 * A form that was refused stays as it was filled in: its page is shown again with the reason, what
 * was entered and what was chosen. Start with {@link
 * dev.countersign.facade.console.form.RefusedForm}.
 */
@NullMarked
package dev.countersign.facade.console.form;

import org.jspecify.annotations.NullMarked;
