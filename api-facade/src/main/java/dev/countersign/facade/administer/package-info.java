/**
 * Administration from the command line: accounts, programs, customers and keys, which the REST
 * interface only reads. Each command is a small class that calls one service; {@link
 * dev.countersign.facade.administer.AdministrationCommand} has their common parts.
 */
@NullMarked
package dev.countersign.facade.administer;

import org.jspecify.annotations.NullMarked;
