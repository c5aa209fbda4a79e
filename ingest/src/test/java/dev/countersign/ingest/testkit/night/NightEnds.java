package dev.countersign.ingest.testkit.night;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * The state that the book must have when the night of a date is complete. Everything is a line of
 * words, as a query of the book can say it, in the order of the words.
 *
 * @param transactions reference, status, amount shown, held, cleared; one line for each transaction
 *     of a reference
 * @param breaks type, amount, state, and the reference, or for totals the settlement date
 * @param disputes reference, reason, amount, status
 * @param proposals the same without a status, of what is proposed only
 * @param balances what was debited to an account less what was credited; provisional credits to
 *     cardholders are counted with them
 * @param postings business date, kind, count, debits, credits of what was posted
 * @param cycles settlement date, network, currency, debits and credits with their counts,
 *     interchange, fees
 * @param activity card, day, and what was authorized (count), declined (count), released by expiry
 *     (count, amount), withdrawn (count, amount), posted without an authorization (count, amount),
 *     and counts towards limits
 */
public record NightEnds(
        List<String> transactions,
        List<String> breaks,
        List<String> disputes,
        List<String> proposals,
        SortedMap<String, Long> balances,
        List<String> postings,
        List<String> cycles,
        Map<String, String> activity) {}
