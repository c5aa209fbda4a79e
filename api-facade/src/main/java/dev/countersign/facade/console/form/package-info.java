/**
 * Refused forms, which keep their input: the page is shown again with the reason and everything
 * that the operator entered and chose. Start with {@link
 * dev.countersign.facade.console.form.RefusedForm}.
 */
@NullMarked
package dev.countersign.facade.console.form;

import org.jspecify.annotations.NullMarked;
