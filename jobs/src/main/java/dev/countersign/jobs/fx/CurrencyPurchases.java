package dev.countersign.jobs.fx;

import dev.countersign.jobs.fx.CurrencyPositionStore.Position;
import dev.countersign.jobs.month.MonthStore;
import dev.countersign.reconcile.domain.account.Mode;
import dev.countersign.reconcile.domain.id.IdText;
import dev.countersign.reconcile.domain.ledger.Journal;
import dev.countersign.reconcile.domain.ledger.Journal.Entry;
import dev.countersign.reconcile.domain.ledger.JournalEvent;
import dev.countersign.reconcile.domain.ledger.Journals;
import dev.countersign.reconcile.domain.money.Money;
import dev.countersign.reconcile.service.ActionRefusedException;
import dev.countersign.reconcile.service.AuditContext;
import dev.countersign.reconcile.service.Database;
import dev.countersign.reconcile.store.settlement.JournalStore;
import dev.countersign.reconcile.store.settlement.NightGate;
import java.math.BigInteger;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Currency;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;

/**
 * Buys the currency of an open position of accounts 1900 and 1901: what is owed in it is there
 * then, and what was charged for it is paid. When no currency but the euro is open any more, what
 * is left in euro was gained or lost, and is booked to 5050, so that the end of the month has
 * nothing to value.
 */
public final class CurrencyPurchases {

    private static final String PURCHASE = "fxp_";
    private static final Currency EURO = Currency.getInstance("EUR");

    /** Two business days, over the longest holidays of any of the two countries. */
    private static final int DAYS_AHEAD_MAX = 14;

    private final Database database;
    private final InstantSource clock;
    private final CurrencyPositionStore positions = new CurrencyPositionStore();
    private final JournalStore journals = new JournalStore();

    public CurrencyPurchases(Database database, InstantSource clock) {
        this.database = database;
        this.clock = clock;
    }

    /** The open position of a currency, in minor units: above zero what has to be bought. */
    public record OpenPosition(String currency, BigInteger minor) {}

    /** The open positions of a book, by currency. */
    public List<OpenPosition> open(Mode mode) {
        return database.read(handle -> positions.of(handle, mode)).stream()
                .filter(position -> position.minor().signum() != 0)
                .map(position -> new OpenPosition(position.currency(), position.minor()))
                .toList();
    }

    /**
     * A purchase that was booked.
     *
     * @param undone true where it was taken back
     */
    public record BookedPurchase(UUID id, CurrencyPurchase purchase, boolean undone) {

        /** Its id in words, such as {@code fxp_…}. */
        public String named() {
            return IdText.write(PURCHASE, id);
        }
    }

    /** The newest purchases of a book, by value date. */
    public List<BookedPurchase> newest(Mode mode, int limit) {
        return database.read(handle -> positions.purchases(handle, mode, limit));
    }

    /**
     * Books a purchase on the date that is open.
     *
     * @param once names it: booked twice, it counts once
     * @throws ActionRefusedException when more is bought than is open, its value date is in a
     *     closed month or far ahead, a night is not complete, or it is booked already
     */
    public void buy(Mode mode, CurrencyPurchase purchase, UUID once, String by) {
        database.doAtomically(handle -> buy(handle, mode, purchase, once, by));
    }

    private void buy(Handle handle, Mode mode, CurrencyPurchase purchase, UUID once, String by) {
        LocalDate date = openDate(handle, mode);
        requireDate(handle, mode, purchase);
        if (!positions.insert(handle, mode, purchase, once, date, by, clock.instant())) {
            throw new ActionRefusedException("That is booked already: the position shows it.");
        }
        List<Position> before = positions.of(handle, mode);
        Position bought = require(purchase, before);
        Entry entry = Entry.of(date, JournalEvent.CURRENCY_BOUGHT, once);
        Position paid = Position.of(before, purchase.paid().currency().getCurrencyCode());
        Journal exchange =
                Journals.bought(
                        entry,
                        bought.account(true),
                        purchase.bought(),
                        paid.account(false),
                        purchase.paid());
        Journal result =
                Journals.revalued(
                        Entry.of(date, JournalEvent.EXCHANGE_RESULT, once),
                        result(before, purchase),
                        EURO);
        journals.insert(handle, mode, List.of(exchange, result));
    }

    private LocalDate openDate(Handle handle, Mode mode) {
        LocalDate date =
                NightGate.openDate(handle, mode, today())
                        .orElseThrow(
                                () -> new ActionRefusedException(NightGate.refusal(handle, mode)));
        positions.lock(handle);
        return date;
    }

    /**
     * Takes a purchase back on the date that is open, with what was gained or lost by it: the
     * position is open again, and the bank moves neither amount.
     *
     * @param named its id in words
     * @throws ActionRefusedException when there is none, it was taken back, its value date is in a
     *     closed month, or a night is not complete
     */
    public BookedPurchase undo(Mode mode, String named, String by) {
        UUID id = IdText.read(PURCHASE, named).orElseThrow(() -> missing(named));
        AuditContext.setSubject(named);
        return database.atomically(
                handle -> {
                    LocalDate date = openDate(handle, mode);
                    BookedPurchase booked =
                            positions.purchase(handle, mode, id).orElseThrow(() -> missing(named));
                    if (booked.undone()) {
                        throw new ActionRefusedException(
                                "Purchase %s was taken back before.".formatted(named));
                    }
                    requireOpenMonth(handle, mode, booked.purchase());
                    Journal before =
                            new Journal(
                                    Entry.of(date, JournalEvent.CURRENCY_BOUGHT, id),
                                    positions.booked(handle, id));
                    journals.insert(
                            handle,
                            mode,
                            List.of(
                                    before.reversedBy(
                                            Entry.of(date, JournalEvent.CORRECTION, id))));
                    positions.undo(handle, id, by, clock.instant());
                    return new BookedPurchase(id, booked.purchase(), true);
                });
    }

    private static ActionRefusedException missing(String named) {
        return new ActionRefusedException("There is no purchase %s.".formatted(named));
    }

    /**
     * Makes sure that a purchase could be booked now.
     *
     * @throws ActionRefusedException when it could not
     */
    public void require(Mode mode, CurrencyPurchase purchase) {
        var unused =
                database.read(
                        handle -> {
                            requireDate(handle, mode, purchase);
                            return require(purchase, positions.of(handle, mode));
                        });
    }

    private static Position require(CurrencyPurchase purchase, List<Position> before) {
        Money bought = purchase.bought();
        Position position = Position.of(before, bought.currency().getCurrencyCode());
        if (position.minor().compareTo(BigInteger.valueOf(bought.minor())) < 0) {
            throw new ActionRefusedException(
                    "The open position in %s is %s in minor units: %s cannot be bought for it."
                            .formatted(
                                    bought.currency().getCurrencyCode(),
                                    position.minor(),
                                    bought.minor()));
        }
        return position;
    }

    private void requireDate(Handle handle, Mode mode, CurrencyPurchase purchase) {
        if (purchase.valueDate().isAfter(today().plusDays(DAYS_AHEAD_MAX))) {
            throw new ActionRefusedException(
                    "The value date %s is more than %s days ahead: banks exchange currencies within two business days."
                            .formatted(purchase.valueDate(), DAYS_AHEAD_MAX));
        }
        requireOpenMonth(handle, mode, purchase);
    }

    private static void requireOpenMonth(Handle handle, Mode mode, CurrencyPurchase purchase) {
        MonthStore.closedOf(handle, mode, List.of(purchase.valueDate()))
                .ifPresent(
                        closed -> {
                            throw new ActionRefusedException(
                                    "The value date %s is in a month that is closed. Two operators may reopen a month that is soft-closed, at the console."
                                            .formatted(closed));
                        });
    }

    /** Returns the rest in euro once no other currency is open; zero while one is. */
    private static BigInteger result(List<Position> before, CurrencyPurchase purchase) {
        BigInteger left = BigInteger.ZERO;
        for (String code : Position.codes(before, purchase)) {
            BigInteger after = Position.of(before, code).minor();
            if (purchase.bought().currency().getCurrencyCode().equals(code)) {
                after = after.subtract(BigInteger.valueOf(purchase.bought().minor()));
            } else if (purchase.paid().currency().getCurrencyCode().equals(code)) {
                after = after.add(BigInteger.valueOf(purchase.paid().minor()));
            }
            if (EURO.getCurrencyCode().equals(code)) {
                left = after;
            } else if (after.signum() != 0) {
                return BigInteger.ZERO;
            }
        }
        return left;
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }
}
