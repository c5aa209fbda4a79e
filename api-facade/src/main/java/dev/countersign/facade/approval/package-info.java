/** Rules and terminal prompts for actions that take two operators. */
@NullMarked
package dev.countersign.facade.approval;

import org.jspecify.annotations.NullMarked;
