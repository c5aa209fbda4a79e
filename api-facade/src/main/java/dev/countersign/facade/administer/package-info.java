/**
 * Administration from the command line: accounts, programs, customers and keys, all that the REST
 * interface only reads. Each command is a small class that calls one service of the book; read
 * {@link dev.countersign.facade.administer.AdministrationCommand} for what they share.
 */
@NullMarked
package dev.countersign.facade.administer;

import org.jspecify.annotations.NullMarked;
