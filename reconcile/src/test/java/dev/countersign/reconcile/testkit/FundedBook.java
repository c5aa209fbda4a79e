package dev.countersign.reconcile.testkit;

import dev.countersign.reconcile.Administration;
import dev.countersign.reconcile.domain.funding.FundingAccount;
import dev.countersign.reconcile.domain.id.CustomerId;
import dev.countersign.reconcile.domain.id.FundingId;
import dev.countersign.reconcile.domain.id.TimeOrderedId;
import dev.countersign.reconcile.service.funding.FundingAccounts;
import java.time.InstantSource;
import java.util.Currency;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/** Funding accounts in euros of a seeded book. */
public final class FundedBook {

    private final SeededBook book;
    private final FundingAccounts accounts;
    private final AtomicLong number = new AtomicLong();

    /** Of that book; what is booked is booked at the clock's time. */
    public FundedBook(DataSource dataSource, SeededBook book, InstantSource clock) {
        this.book = book;
        this.accounts =
                Administration.open(
                                dataSource,
                                clock,
                                at -> TimeOrderedId.of(at, new UUID(9, number.incrementAndGet())))
                        .funding();
    }

    /** Opens the account of the program. */
    public FundingId ofProgram(long minor) {
        return accounts.open(
                        book.sandbox(), book.programId(), null, Currency.getInstance("EUR"), minor)
                .id();
    }

    /** Opens the account of a customer. */
    public FundingId ofCustomer(CustomerId customer, long minor) {
        return accounts.open(book.sandbox(), null, customer, Currency.getInstance("EUR"), minor)
                .id();
    }

    public void credit(FundingId account, long minor) {
        var unused = accounts.credit(book.sandbox(), account, minor);
    }

    public void debit(FundingId account, long minor) {
        var unused = accounts.debit(book.sandbox(), account, minor);
    }

    /** An account such as {@code "balance 900 held 200"}. */
    public String standing(FundingId id) {
        FundingAccount account = accounts.find(id).orElseThrow();
        return "balance " + account.balanceMinor() + " held " + account.heldMinor();
    }
}
