/**
 * Commands for accounts, programs, customers and the keys of the vault. Start with {@link
 * dev.countersign.facade.administer.issuing.ProgramsCommand}.
 */
@NullMarked
package dev.countersign.facade.administer.issuing;

import org.jspecify.annotations.NullMarked;
