package dev.countersign.bench.report;

import java.util.Locale;

/**
 * The goals of the benchmark, all of them: what each figure is to reach now and where it should go
 * later. A figure without an aim is measured to be known. All but bytes and counts are ratios
 * inside one run.
 */
public enum Goal {
    /** Decisions of one partition, to COPY over as many connections into the product's table. */
    DECISIONS_TO_FLOOR(Way.AT_LEAST, 0.6, 0.9),
    /** The same to the batch consumer that a good engineer writes in a week. */
    DECISIONS_TO_LISTENER(Way.AT_LEAST, 0.9, 1.3),
    /** The same to the best Kafka Streams; and the processor time of a decision. */
    DECISIONS_TO_STREAMS(Way.AT_LEAST, 1.3, 2.5),
    DECISION_CPU_TO_STREAMS(Way.AT_MOST, 0.75, 0.4),
    /** The same with a broker that flushes each append. */
    FLUSHED_DECISIONS_TO_STREAMS(Way.AT_LEAST, 1.3, 2.5),
    FLUSHED_DECISION_CPU_TO_STREAMS(Way.AT_MOST, 0.75, 0.4),
    /** The same with as many partitions as make the machine busy. */
    MACHINE_DECISIONS_TO_STREAMS(Way.AT_LEAST, 1.3, 2.5),
    MACHINE_DECISION_CPU_TO_STREAMS(Way.AT_MOST, 0.75, 0.4),
    /** The same with a large book. */
    LARGE_BOOK_DECISIONS_TO_STREAMS(Way.AT_LEAST, 1.3, 2.5),
    LARGE_BOOK_DECISION_CPU_TO_STREAMS(Way.AT_MOST, 0.75, 0.4),
    /** Memory of the product with a large book, to that of Kafka Streams. */
    MEMORY_TO_STREAMS(Way.AT_MOST, 0.6, 0.4),
    /** Messages of all kinds, to plain requests. */
    MIXED_TO_PLAIN(Way.AT_LEAST, 0.6, 0.9),
    /** Books and traffic as they are, to a plain book of as many cards. */
    OWN_LIMITS_TO_PLAIN_BOOK(Way.AT_LEAST, 0.8, 0.95),
    REPLACED_TO_PLAIN_BOOK(Way.AT_LEAST, 0.8, 0.95),
    ZIPF_TO_PLAIN_BOOK(Way.AT_LEAST, 0.8, 0.95),
    HOT_CARD_TO_PLAIN_BOOK(Way.AT_LEAST, 0.8, 0.95),
    LONG_CARD_TO_PLAIN_BOOK(Way.AT_LEAST, 0.8, 0.95),
    PLAIN_BOOK_TO_A_TENTH(Way.AT_LEAST, 0.9, 0.97),
    /** Funding accounts, to the same cards without. */
    FUNDS_ONE_ACCOUNT_TO_NONE(Way.AT_LEAST, 0.85, 0.95),
    FUNDS_ACCOUNT_A_CUSTOMER_TO_NONE(Way.AT_LEAST, 0.7, 0.85),
    /** Decisions beside a history, to those into an empty table; and what one of them writes. */
    HISTORY_TO_EMPTY(Way.AT_LEAST, Double.NaN, 0.95),
    HISTORY_DECISION_BYTES(Way.AT_MOST, Double.NaN, 350),
    HISTORY_DECISION_LOG_BYTES(Way.AT_MOST, Double.NaN, 350),
    /** The time to a durable answer at a fixed rate, to Kafka Streams that commits every 20 ms. */
    LATENCY_P99_TO_STREAMS(Way.AT_MOST, 0.6, 0.15),
    /** The same in hours that are not quiet, to a quiet one. */
    NIGHT_P99_TO_QUIET(Way.AT_MOST, 4, 1.5),
    MIDNIGHT_P99_TO_QUIET(Way.AT_MOST, 2, 1.1),
    CREATED_CARDS_P99_TO_QUIET(Way.AT_MOST, Double.NaN, 1.1),
    CHANGED_PROGRAM_P99_TO_QUIET(Way.AT_MOST, Double.NaN, 1.1),
    /** Writes over the interface at 32 clients, to plain JDBC; and the stream meanwhile. */
    CREATE_CARD_TO_JDBC(Way.AT_LEAST, 0.4, 0.8),
    FREEZE_TO_JDBC(Way.AT_LEAST, Double.NaN, 0.8),
    LIMITS_TO_JDBC(Way.AT_LEAST, Double.NaN, 0.8),
    WRITES_P99_TO_QUIET(Way.AT_MOST, 2, 1.1),
    FREEZES_P99_TO_QUIET(Way.AT_MOST, 1.5, 1.1),
    /** From {@code kill -9} to the next decision, to Kafka Streams as a standing member. */
    RECOVERY_TO_STANDING_STREAMS(Way.AT_MOST, 0.8, 0.4),
    /** From {@code kill -9} until nothing waits any more. */
    DRAIN_TO_STANDING_STREAMS(Way.AT_MOST, 1.2, 0.5),
    RECOVERY_LOST(Way.NONE, 0, 0),
    RECOVERY_DOUBLED(Way.NONE, 0, 0),
    /** Records settled a second, to one update of the same rows. */
    SETTLEMENT_TO_UPDATE(Way.AT_LEAST, 0.5, 1.5),
    /** The totals of a day, to a plain group by. */
    TOTALS_TO_GROUP_BY(Way.AT_MOST, 3, 1.5),
    /** A whole night, to update, group by and COPY of the detail. */
    PLAIN_NIGHT_TO_STATEMENTS(Way.AT_MOST, 5, 2),
    MIXED_NIGHT_TO_STATEMENTS(Way.AT_MOST, 10, 3),
    /** A night beside many old transactions, to the same beside few. */
    NIGHT_LARGE_TO_SMALL(Way.AT_MOST, 1.2, 1.05),
    /** The slowest list of the interface, to the plain one. */
    SLOWEST_LIST_TO_PLAIN_LIST(Way.AT_MOST, 5, 2),
    /** The page of the console that grows most, over a large book to a small one. */
    STEEPEST_PAGE_LARGE_TO_SMALL(Way.AT_MOST, 3, 1.5);

    private final Way way;
    private final double aim;
    private final double later;

    /** The side of a goal on which a figure has to be. */
    enum Way {
        AT_LEAST,
        AT_MOST,
        /** A count of what must not happen. */
        NONE
    }

    Goal(Way way, double aim, double later) {
        this.way = way;
        this.aim = aim;
        this.later = later;
    }

    /** The name of its figure. */
    public String figure() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The value to be met; not a number where the figure is only measured. */
    public double aim() {
        return aim;
    }

    /** Where it should go. */
    public double later() {
        return later;
    }

    /** Tells whether there is a value to be met. */
    public boolean aims() {
        return !Double.isNaN(aim);
    }

    /** Tells whether it is a count that adds up over the turns. */
    boolean counts() {
        return way == Way.NONE;
    }

    /** Tells whether a value meets the aim. */
    boolean metBy(double value) {
        return way == Way.AT_LEAST ? value >= aim : value <= aim;
    }

    /** Returns a bound in words. */
    public String bound(double bound) {
        return (way == Way.AT_LEAST ? "at least " : "at most ")
                + Figure.shown(bound).toPlainString();
    }

    /** Returns a bound as a sign and a number. */
    String sign() {
        return way == Way.AT_LEAST ? "≥" : "≤";
    }
}
