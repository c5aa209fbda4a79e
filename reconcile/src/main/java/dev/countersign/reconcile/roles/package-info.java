/**
 * Roles of PostgreSQL: the owner of the schema, which migrates it, and the role of the product,
 * which reads and writes rows and owns nothing. {@link
 * dev.countersign.reconcile.roles.DatabaseRoles} creates both.
 */
@NullMarked
package dev.countersign.reconcile.roles;

import org.jspecify.annotations.NullMarked;
