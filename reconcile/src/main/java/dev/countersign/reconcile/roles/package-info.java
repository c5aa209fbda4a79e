/**
 * The roles that a book's database is worked with: its owner, who migrates the schema, and the
 * application's, which reads and writes rows and owns nothing. {@link
 * dev.countersign.reconcile.roles.DatabaseRoles} makes them.
 */
@NullMarked
package dev.countersign.reconcile.roles;

import org.jspecify.annotations.NullMarked;
