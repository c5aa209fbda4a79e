package dev.countersign.facade.launch.demo;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.SplittableRandom;

/**
 * Numbers of purchases by hour: few at night, most at noon and in the early evening, more on a
 * Friday and a Saturday, fewer on a Sunday; more from week to week, as an issuer grows; and enough
 * to look at once the demo runs.
 */
final class DemoRhythm {

    private static final double FIRST_DAY = 200;
    private static final double LAST_DAY = 650;
    private static final double LIVE_DAY = 40_000;
    private static final Duration PAUSE_MAX = Duration.ofMinutes(20);

    /** Of the mean, in percent, by the hour of the day, UTC. */
    private static final int[] HOURS = {
        55, 50, 50, 50, 55, 65, 80, 100, 110, 115, 125, 145, 155, 140, 120, 115, 125, 145, 155, 140,
        115, 95, 75, 60
    };

    private final Instant first;
    private final Instant since;
    private final SplittableRandom random;

    DemoRhythm(DemoCalendar calendar, SplittableRandom random) {
        this.first = calendar.firstDay().atStartOfDay(ZoneOffset.UTC).toInstant();
        this.since = calendar.since();
        this.random = random;
    }

    /** Random time from one purchase to the next; the first comes as the demo begins. */
    Duration pauseAfter(Instant at) {
        double even = Duration.ofDays(1).toMillis() / perDay(at);
        double chance = -StrictMath.log(1 - random.nextDouble());
        long millis = Math.max(1, Math.round(even * chance));
        Duration pause = Duration.ofMillis(Math.min(millis, PAUSE_MAX.toMillis()));
        return at.isBefore(since) && at.plus(pause).isAfter(since)
                ? Duration.between(at, since)
                : pause;
    }

    /** Purchases of a day that is all like this hour. */
    private double perDay(Instant at) {
        OffsetDateTime time = at.atOffset(ZoneOffset.UTC);
        return day(at) * HOURS[time.getHour()] / 100 * weekday(time.toLocalDate());
    }

    private double day(Instant at) {
        if (!at.isBefore(since)) {
            return LIVE_DAY;
        }
        double grown =
                (double) Duration.between(first, at).toMillis()
                        / Duration.between(first, since).toMillis();
        return FIRST_DAY + (LAST_DAY - FIRST_DAY) * grown;
    }

    private static double weekday(LocalDate date) {
        DayOfWeek day = date.getDayOfWeek();
        return switch (day) {
            case MONDAY -> 0.9;
            case TUESDAY, WEDNESDAY -> 0.95;
            case THURSDAY -> 1.0;
            case FRIDAY -> 1.2;
            case SATURDAY -> 1.25;
            case SUNDAY -> 0.75;
        };
    }
}
