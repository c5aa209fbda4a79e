package dev.countersign.facade.output;

/**
 * The head of a column.
 *
 * @param name as programs get it
 * @param detail 0 where it is always shown; else the higher, the sooner a table that is too wide
 *     leaves it out
 */
record Header(String name, int detail) {

    boolean isDetail() {
        return detail > 0;
    }
}
