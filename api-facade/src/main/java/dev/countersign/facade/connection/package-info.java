/**
 * The connections of the web server: the limit of one source, and the time limit of a sender. This
 * package does not read the content. Start with {@link
 * dev.countersign.facade.connection.OpenConnections}.
 */
@NullMarked
package dev.countersign.facade.connection;

import org.jspecify.annotations.NullMarked;
