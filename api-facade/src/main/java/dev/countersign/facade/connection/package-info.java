/**
 * The connections of the web server: how many one source may hold, and how long a sender may take.
 * Nothing here knows what is sent. Start with {@link
 * dev.countersign.facade.connection.OpenConnections}.
 */
@NullMarked
package dev.countersign.facade.connection;

import org.jspecify.annotations.NullMarked;
