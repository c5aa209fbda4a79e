package dev.countersign.bench;

/** The available measurements; all of them are made if none is named. */
enum Measurement {
    /** Requests decided a second, beside floors and peers. */
    DECISIONS,
    /** Requests decided a second on funding accounts, beside those without. */
    FUNDS,
    /** Messages of all kinds taken a second, beside plain requests. */
    MIXED,
    /** Requests decided a second over books and with traffic as in use, beside the plain case. */
    BOOK,
    /** Requests decided a second beside old transactions, beside an empty table. */
    HISTORY,
    /** Time to a durable answer at a fixed rate. */
    LATENCY,
    /** The same while a night runs, across midnight, and while much is changed. */
    HOURS,
    /** Writes over the interface, beside plain JDBC, and the stream meanwhile. */
    WRITES,
    /** The cost of a killed process. */
    RECOVERY,
    /** Records settled a second, beside one statement and the framework's chunks. */
    SETTLEMENT,
    /** A night of records of all kinds, beside plain statements. */
    NIGHT,
    /** Totals of a day, beside a plain group by. */
    TOTALS,
    /** A night beside many old transactions, and beside few. */
    GROWTH,
    /** Each list of the interface with each of its filters. */
    REST,
    /** Each page of the console over a small and a large book. */
    CONSOLE
}
