package dev.countersign.facade.local;

import javax.sql.DataSource;

/**
 * The way of the interface and the console to the database, with limits to how long each session
 * keeps others waiting.
 */
public record BookSource(DataSource dataSource) {}
